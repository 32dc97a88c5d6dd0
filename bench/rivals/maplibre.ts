import { Map as LibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import type { Camp } from "../../src/shared/features/map/camps/camp.ts";
import { specCity } from "../../src/shared/features/map/city/city.ts";
import type { DrivenMap } from "../map/page.tsx";

// In a bundle, it does not find its worker by itself.
setWorkerUrl(workerUrl);

/** MapLibre GL as documented: one source of points, one layer of circles, no tiles. */
export async function openMapLibre(element: HTMLElement, camps: Camp[]): Promise<DrivenMap> {
  const features = camps.flatMap(({ latitude, longitude, name, color }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            type: "Feature" as const,
            properties: { name, color },
            geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
          },
        ],
  );
  const { latitude, longitude } = specCity.centre;
  const map = new LibreMap({
    container: element,
    center: [longitude, latitude],
    zoom: 12,
    attributionControl: false,
    style: {
      version: 8,
      sources: { camps: { type: "geojson", data: { type: "FeatureCollection", features } } },
      layers: [
        { id: "ground", type: "background", paint: { "background-color": "#0c0813" } },
        {
          id: "camps",
          type: "circle",
          source: "camps",
          paint: { "circle-radius": 4, "circle-color": ["get", "color"] },
        },
      ],
    },
  });
  await map.once("load");
  const { southWest, northEast } = specCity.bounds;
  const camera = map.cameraForBounds([
    [southWest.longitude, southWest.latitude],
    [northEast.longitude, northEast.latitude],
  ]);
  const base = camera?.zoom ?? 12;
  return {
    show({ east, north, zoom }) {
      map.jumpTo({ center: [longitude + east, latitude + north], zoom: base + Math.log2(zoom / 0.5) });
    },
  };
}
