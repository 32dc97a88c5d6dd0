import { useSelector } from "@tanstack/react-store";
import { createAtom } from "@tanstack/store";
import { DeviceItem } from "#web/lib/device/device-item.ts";

/** The layers of the map, in the order of the list. */
export const layerNames = {
  camps: "Camps",
  communities: "Communities",
  resources: "Resources",
  needs: "Needs",
  discoveries: "Places you found",
} as const;
export type LayerId = keyof typeof layerNames;
export type Layers = Readonly<Record<LayerId, boolean>>;

const item = new DeviceItem("looby.map-layers");

/** Parses the stored layers. Every layer is on unless it was switched off. The stored text may be invalid. */
export function parseLayers(stored: string | null): Layers {
  const hidden = (stored ?? "").split(",");
  const shown = (id: LayerId): boolean => !hidden.includes(id);
  return {
    camps: shown("camps"),
    communities: shown("communities"),
    resources: shown("resources"),
    needs: shown("needs"),
    discoveries: shown("discoveries"),
  };
}

/** The layers of this device and a function to switch one. Without storage, changes are lost when the page is closed. */
export function useLayers(): [Layers, (id: LayerId, isOn: boolean) => void] {
  return [useSelector(layers), switchLayer];
}

const layers = createAtom(parseLayers(item.read()));

function switchLayer(id: LayerId, isOn: boolean): void {
  layers.set((before) => ({ ...before, [id]: isOn }));
  item.write(
    Object.entries(layers.get())
      .flatMap(([name, isShown]) => (isShown ? [] : [name]))
      .join(","),
  );
}
