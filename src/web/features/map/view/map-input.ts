import type { KeyboardEvent, MouseEvent } from "react";
import type { Cluster } from "#shared/features/map/view/cluster.ts";
import { isDirection, nearestInDirection, nearestWithin } from "#shared/features/map/view/nearest.ts";
import { clusterClickZoom, clusterExpandLimit } from "#shared/features/map/city/spec-constants.ts";
import { fromScreen, pixelsPerMetre, viewActionOfKey } from "#shared/features/map/view/view.ts";
import type { MapView } from "./map-view.ts";
import type { Markers } from "../layers/use-markers.ts";
import type { RovingFocus } from "./use-roving-focus.ts";

interface MapInputParts {
  map: MapView;
  markers: Markers;
  focus: RovingFocus;
  onSelect: (id: string) => void;
}

/** Half of the 44 pixels a fingertip needs. */
const REACH = 22;

/** What taps and keys on the map do. Moving it by hand is in `gestures.ts`. */
export function mapInput({ map, markers, focus, onSelect }: MapInputParts) {
  const stops = [...markers.clusters, ...markers.singles];

  function openCluster(cluster: Cluster): void {
    const [first] = cluster.memberIds;
    if (cluster.memberIds.length > clusterExpandLimit) {
      map.glideTo(cluster, map.destination().view.zoom + clusterClickZoom);
    } else if (first !== undefined) {
      markers.expand(cluster);
      focus.focusOn(first);
    }
  }

  function handleClick(event: MouseEvent<HTMLElement>): void {
    const button = event.target instanceof Element ? event.target.closest("[data-marker]") : null;
    const pressedId = button?.getAttribute("data-marker") ?? null;
    const cluster = markers.clusters.find(({ id }) => id === pressedId);
    if (cluster) return openCluster(cluster);
    // A key press has no place; a tap means the nearest place, which overlapping buttons cannot tell.
    const chosenId = (event.detail === 0 ? null : nearestTo(event)) ?? pressedId;
    if (chosenId === null) return;
    focus.focusOn(chosenId);
    onSelect(chosenId);
  }

  function nearestTo(event: MouseEvent<HTMLElement>): string | null {
    const { frame, view } = map.live();
    const box = event.currentTarget.getBoundingClientRect();
    const at = fromScreen(frame, view, { left: event.clientX - box.left, top: event.clientY - box.top });
    return nearestWithin(markers.points, at, REACH / pixelsPerMetre(frame, view.zoom))?.id ?? null;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = stops.find(({ id }) => id === focus.focusedId.current);
    const next =
      from && isDirection(event.key)
        ? nearestInDirection(stops, from, event.key, map.live().view.turn)
        : null;
    const action = viewActionOfKey(map.live().frame, event.key);
    if (next) focus.focusOn(next.id);
    else if (action) map.act(action);
    else return;
    event.preventDefault();
  }

  return { handleClick, handleKeyDown };
}
