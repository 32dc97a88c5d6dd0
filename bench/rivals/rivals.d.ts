// Types of the rivals as used in the benchmarks, so that the code type-checks when the rivals are not installed.

declare module "leaflet" {
  type Place = [latitude: number, longitude: number];
  interface Layer {
    addTo(map: LeafletMap): this;
    bindTooltip(text: string): this;
  }
  interface LeafletMap {
    fitBounds(bounds: unknown, options: object): void;
    getZoom(): number;
    setView(centre: Place, zoom: number, options: object): void;
  }
  const L: {
    latLngBounds(from: Place, to: Place): unknown;
    map(element: HTMLElement, options: object): LeafletMap;
    imageOverlay(url: string, bounds: unknown): Layer;
    circleMarker(place: Place, options: object): Layer;
  };
  export default L;
}

declare module "maplibre-gl" {
  type Place = [longitude: number, latitude: number];
  export class Map {
    constructor(options: object);
    once(event: "load"): Promise<unknown>;
    cameraForBounds(bounds: [southWest: Place, northEast: Place]): { zoom?: number } | undefined;
    jumpTo(view: { center: Place; zoom: number }): this;
  }
  export function setWorkerUrl(url: string): void;
}

declare module "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url" {
  const url: string;
  export default url;
}

declare module "react-markdown" {
  export default function Markdown(props: {
    remarkPlugins?: unknown[];
    children: string;
  }): import("react").ReactNode;
}

declare module "remark-gfm" {
  const plugin: unknown;
  export default plugin;
}

declare module "streamdown" {
  export function Streamdown(props: {
    mode: "streaming" | "static";
    children: string;
  }): import("react").ReactNode;
}

declare module "@ai-sdk/react" {
  import type { ChatInit, UIMessage } from "ai";

  export class Chat<Message extends UIMessage> {
    constructor(init: ChatInit<Message>);
    sendMessage(message: { text: string }): Promise<void>;
  }
  export function useChat<Message extends UIMessage>(options: {
    chat: Chat<Message>;
  }): { messages: Message[]; status: "submitted" | "streaming" | "ready" | "error" };
}
