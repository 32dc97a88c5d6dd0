import { useSyncExternalStore } from "react";

/** What can lie on the map, in the order it is listed. */
export const layerNames = {
  camps: "Camps",
  communities: "Communities",
  resources: "Resources",
  needs: "Needs",
  discoveries: "Places you found",
} as const;
export type LayerId = keyof typeof layerNames;
export type Layers = Readonly<Record<LayerId, boolean>>;

const STORAGE_KEY = "looby.map-layers";
const ALL: Layers = { camps: true, communities: true, resources: true, needs: true, discoveries: true };

/** Every layer is on unless it was switched off; what is stored may be anything. */
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

/** The layers of this device, and how one is switched. Where nothing can be stored they last as long as the page. */
export function useLayers(): [Layers, (id: LayerId, isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, read), switchLayer];
}

let layers: Layers | null = null;
const listeners = new Set<() => void>();

function read(): Layers {
  if (layers === null) {
    try {
      layers = parseLayers(localStorage.getItem(STORAGE_KEY));
    } catch {
      layers = ALL;
    }
  }
  return layers;
}

function switchLayer(id: LayerId, isOn: boolean): void {
  layers = { ...read(), [id]: isOn };
  const hidden = Object.entries(layers).flatMap(([name, isShown]) => (isShown ? [] : [name]));
  try {
    localStorage.setItem(STORAGE_KEY, hidden.join(","));
  } catch {
    // Storage is full or forbidden: it holds until the page closes.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
