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

/** Half of a fingertip's 44 pixels. */
const REACH = 22;

/** Handles taps and keys on the map. Gestures are in `gestures.ts`. */
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
    // A key press has no position and always means the element drawn there. Any other tap means the nearest place, because overlapping
    // buttons are ambiguous. Beside a sign, only a place with its own button can be meant instead.
    const isMeant = event.detail === 0 || isPartOfName(event.target);
    const places = button?.hasAttribute("data-sign") ? markers.singles : markers.points;
    const chosenId = (isMeant ? null : nearestTo(event, places)) ?? pressedId;
    if (chosenId === null) return;
    focus.focusOn(chosenId);
    onSelect(chosenId);
  }

  function nearestTo(event: MouseEvent<HTMLElement>, places: Markers["points"]): string | null {
    const { frame, view } = map.live();
    const box = event.currentTarget.getBoundingClientRect();
    const at = fromScreen(frame, view, { left: event.clientX - box.left, top: event.clientY - box.top });
    return nearestWithin(places, at, REACH / pixelsPerMetre(frame, view.zoom))?.id ?? null;
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

/** Whether a tap hit the drawn part or the label of a marker, or any part of the selected one. */
function isPartOfName(target: EventTarget): boolean {
  return target instanceof Element && target.closest("small, i, svg, [aria-pressed='true']") !== null;
}
