import type { Camp } from "#shared/features/map/camps/camp.ts";

/** A map that can be driven: x and y are degrees from the middle, zoom is that of the specification. */
export interface DrivenMap {
  show(view: { east: number; north: number; zoom: number }): void;
}

export const mapNames = ["own", "leaflet", "maplibre"] as const;
export type MapName = (typeof mapNames)[number];

export interface Drive {
  /** Milliseconds between frames, in order. */
  frames: number[];
  /** Number of buttons with an accessible name at the end of the drive. */
  namedButtons: number;
}

declare global {
  interface Window {
    driveMap: (name: MapName, camps: Camp[], frames: number) => Promise<Drive>;
  }
}

const makers: Record<MapName, (element: HTMLElement, camps: Camp[]) => Promise<DrivenMap>> = {
  own: async (...args) => (await import("./own.tsx")).openOwn(...args),
  leaflet: async (...args) => (await import("../rivals/leaflet.ts")).openLeaflet(...args),
  maplibre: async (...args) => (await import("../rivals/maplibre.ts")).openMapLibre(...args),
};

window.driveMap = async (name, camps, count) => {
  const element = document.querySelector<HTMLElement>("#map");
  if (element === null) throw new Error("the page has no map");
  const map = await makers[name](element, camps);
  map.show(viewAt(0));
  await pause(1_500);
  const frames: number[] = [];
  let last = await nextFrame();
  for (let frame = 0; frame < count; frame += 1) {
    map.show(viewAt(frame / count));
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  await pause(500);
  const namedButtons = [...document.querySelectorAll("button, [role=button]")].filter(
    (button) => (button.getAttribute("aria-label") ?? button.textContent ?? "").trim() !== "",
  ).length;
  return { frames, namedButtons };
};

/** The same for every map: pan at zoom 1, zoom in to 3, pan, out to 0.5. @param share 0 to 1 */
function viewAt(share: number): { east: number; north: number; zoom: number } {
  const part = Math.floor(share * 4);
  const along = share * 4 - part;
  const circle = {
    east: 0.006 * Math.sin(along * 2 * Math.PI),
    north: 0.005 * Math.sin(along * 4 * Math.PI),
  };
  switch (part) {
    case 0:
      return { ...circle, zoom: 1 };
    case 1:
      return { east: 0, north: 0, zoom: 1 + 2 * along };
    case 2:
      return { ...circle, zoom: 3 };
    default:
      return { east: 0, north: 0, zoom: 3 - 2.5 * along };
  }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
