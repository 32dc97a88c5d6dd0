import L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { Camp } from "../../src/shared/features/map/camps/camp.ts";
import { specCity } from "../../src/shared/features/map/city/city.ts";
import type { DrivenMap } from "../map/page.tsx";

/** Leaflet as documented for many points: circles on one canvas over a picture. */
export async function openLeaflet(element: HTMLElement, camps: Camp[]): Promise<DrivenMap> {
  const { southWest, northEast } = specCity.bounds;
  const bounds = L.latLngBounds(
    [southWest.latitude, southWest.longitude],
    [northEast.latitude, northEast.longitude],
  );
  const map = L.map(element, {
    preferCanvas: true,
    zoomSnap: 0,
    zoomAnimation: false,
    attributionControl: false,
  });
  map.fitBounds(bounds, { animate: false });
  L.imageOverlay("/map/spec-night.svg", bounds).addTo(map);
  for (const { latitude, longitude, color, name } of camps) {
    if (latitude === null || longitude === null) continue;
    L.circleMarker([latitude, longitude], { radius: 4, color, weight: 1, fillOpacity: 1 })
      .bindTooltip(name)
      .addTo(map);
  }
  const base = map.getZoom();
  return {
    show({ east, north, zoom }) {
      const { latitude, longitude } = specCity.centre;
      map.setView([latitude + north, longitude + east], base + Math.log2(zoom / 0.5), { animate: false });
    },
  };
}
