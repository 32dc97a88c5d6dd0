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

/** An item with its place in metres from the city's centre. */
export interface MapPoint extends MarkerPoint {
  item: MapItem;
}

export interface Markers {
  /** Everything on the map. */
  points: readonly MapPoint[];
  /** What has a button. */
  clusters: readonly Cluster[];
  singles: readonly MapPoint[];
  inView: number;
  isClustering: boolean;
  toggleClustering: () => void;
  /** Shows a cluster's members in its place, until the zoom changes. */
  expand: (cluster: Cluster) => void;
}

const none: readonly string[] = [];

/** Which buttons the map shows; the selected place always has one. */
export function useMarkers(
  city: City,
  items: readonly MapItem[],
  { frame, view }: Viewport,
  selectedId: string | null,
): Markers {
  // By id once, so that grouping does not have to sort 20,000 points at every drawing.
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
  const grouping = useMemo(
    () =>
      groupPoints(points, {
        zoom,
        isClustering,
        expandedIds: new Set(expandedIds),
        metresPerDegree: city.metresPerDegree.latitude,
      }),
    [points, zoom, isClustering, expandedIds, city],
  );
  const scale = pixelsPerMetre(frame, zoom);
  const { clusters, singles, inView } = arrangeInWindow(grouping, zoom, {
    x: view.x,
    y: view.y,
    halfWidth: frame.width / 2 / scale,
    halfHeight: frame.height / 2 / scale,
    turn: view.turn,
  });
  const selected = points.find(({ id }) => id === selectedId);
  const hasSelected = selected === undefined || singles.includes(selected);

  return {
    points,
    clusters,
    // In order of id, so that moving the map does not shuffle the page under a screen reader.
    singles: (hasSelected ? singles : [...singles, selected]).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    inView,
    isClustering,
    toggleClustering: () => setIsClustering(!isClustering),
    expand: ({ id }) => setExpanded({ zoom, ids: [...expandedIds, id] }),
  };
}

function toMapPoint(city: City, item: MapItem): MapPoint {
  return { ...toLocal(city, item), id: item.id, street: item.street, time: item.time, item };
}
