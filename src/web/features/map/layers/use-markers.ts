import { useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import {
  arrangeInWindow,
  type Cluster,
  groupPoints,
  type MarkerPoint,
} from "#shared/features/map/view/cluster.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import { spreadCoincident } from "#shared/features/map/view/spread.ts";
import { pixelsPerMetre } from "#shared/features/map/view/view.ts";
import type { Viewport } from "../view/map-view.ts";

/** An item with its place in meters from the city's center. */
export interface MapPoint extends MarkerPoint {
  item: MapItem;
}

export interface Markers {
  /** Everything on the map. */
  points: readonly MapPoint[];
  /** Those of them that are never in a cluster, and those that may be. */
  pinned: readonly MapPoint[];
  others: readonly MapPoint[];
  /** Groups and single places that have a button. */
  clusters: readonly Cluster[];
  singles: readonly MapPoint[];
  inView: number;
  isClustering: boolean;
  toggleClustering: () => void;
  /** Shows a cluster's members in its place, until the zoom changes. */
  expand: (cluster: Cluster) => void;
}

const none: readonly string[] = [];

/** Selects the buttons of the map; the selected place always has one. */
export function useMarkers(
  city: City,
  items: readonly MapItem[],
  { frame, view }: Viewport,
  selectedId: string | null,
): Markers {
  // Sorted by id once, so that grouping does not have to sort 20,000 points for every drawing.
  const points = useMemo(
    () =>
      spreadCoincident(
        items.map((item) => toMapPoint(city, item)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    [city, items],
  );
  const [isClustering, setIsClustering] = useState(true);
  const [expanded, setExpanded] = useState<{ zoom: number; ids: readonly string[] }>({ zoom: 0, ids: none });
  const { zoom } = view;
  const expandedIds = expanded.zoom === zoom ? expanded.ids : none;
  const { pinned, others } = useMemo(() => splitPinned(points, selectedId), [points, selectedId]);
  const grouping = useMemo(
    () =>
      groupPoints(others, {
        zoom,
        isClustering,
        expandedIds: new Set(expandedIds),
        metresPerDegree: city.metresPerDegree.latitude,
      }),
    [others, zoom, isClustering, expandedIds, city],
  );
  const scale = pixelsPerMetre(frame, zoom);
  const window = {
    x: view.x,
    y: view.y,
    halfWidth: frame.width / 2 / scale,
    halfHeight: frame.height / 2 / scale,
    turn: view.turn,
  };
  const { clusters, singles, inView } = arrangeInWindow(grouping, zoom, window, pinned);
  const selected = points.find(({ id }) => id === selectedId);
  const hasSelected = selected === undefined || singles.includes(selected);

  return {
    points,
    pinned,
    others,
    clusters,
    // Sorted by id, so that panning does not reorder the page for a screen reader.
    singles: (hasSelected ? singles : [...singles, selected]).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    inView,
    isClustering,
    toggleClustering: () => setIsClustering(!isClustering),
    expand: ({ id }) => setExpanded({ zoom, ids: [...expandedIds, id] }),
  };
}

/** The Man, the Temple, favourites, a searched address and the selected place are never inside a cluster. */
function splitPinned(
  points: readonly MapPoint[],
  selectedId: string | null,
): { pinned: MapPoint[]; others: MapPoint[] } {
  const isPinned = ({ id, item }: MapPoint): boolean =>
    id === selectedId || item.kind === "art" || item.kind === "place" || item.isFavourite === true;
  return { pinned: points.filter(isPinned), others: points.filter((point) => !isPinned(point)) };
}

function toMapPoint(city: City, item: MapItem): MapPoint {
  return { ...toLocal(city, item), id: item.id, street: item.street, time: item.time, item };
}
