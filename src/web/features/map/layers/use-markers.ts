import { useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import {
  arrangeInWindow,
  type Cluster,
  groupPoints,
  moveApart,
  type MarkerPoint,
  signsFirst,
} from "#shared/features/map/view/cluster.ts";
import { isSignKind } from "#shared/features/map/city/services.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import { spreadCoincident } from "#shared/features/map/view/spread.ts";
import { pixelsPerMetre, turned } from "#shared/features/map/view/view.ts";
import type { Viewport } from "../view/map-view.ts";

/** An item with its position in meters from the city's center. */
export interface MapPoint extends MarkerPoint {
  item: MapItem;
  isSign: boolean;
}

export interface Markers {
  /** All items on the map. */
  points: readonly MapPoint[];
  /** The items that are never clustered, and those that may be. */
  pinned: readonly MapPoint[];
  others: readonly MapPoint[];
  /** Groups and single places that have a button. */
  clusters: readonly Cluster[];
  singles: readonly MapPoint[];
  inView: number;
  isClustering: boolean;
  toggleClustering: () => void;
  /** Shows a cluster's members in its place until the zoom changes. */
  expand: (cluster: Cluster) => void;
}

const none: readonly string[] = [];
/** Pixels from a sign to the middle of the nearest other sign, and of the nearest cluster. */
const SIGN_GAP = { sign: 32, cluster: 54 };
/** Pixels from the tip of the chosen pin to the middle of its head. */
const PIN_HEAD = 32;

/** Selects the items that get a button; the selected place always has one. */
export function useMarkers(
  city: City,
  items: readonly MapItem[],
  { frame, view }: Viewport,
  selectedId: string | null,
): Markers {
  // Sorted by id once, so that grouping does not have to sort 20,000 points for every drawing. Signs first, because they keep their exact
  // position.
  const points = useMemo(
    () =>
      spreadCoincident(
        items
          .map((item) => toMapPoint(city, item))
          .toSorted((a, b) => signsFirst(a, b) || (a.id < b.id ? -1 : 1)),
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
  const ofKind = (kind: MapItem["kind"]) => (point: MapPoint) => point.item.kind === kind;
  const gap = SIGN_GAP.sign / scale;
  // If two of them are a few pixels apart, only the first is at its exact position.
  const fixed = pinned.filter(ofKind("art"));
  for (const sign of pinned.filter(({ isSign }) => isSign)) fixed.push(...moveApart([sign], fixed, gap));
  const fixedIds = new Set(fixed.map(({ id }) => id));
  const placed = [...fixed, ...pinned.filter(({ id }) => !fixedIds.has(id))];
  const arranged = arrangeInWindow(grouping, zoom, window, placed);
  const { clusters, inView } = arranged;
  // A stack is at the position of its community.
  const communities = arranged.singles.filter(ofKind("community"));
  const singles = arranged.singles.map((point) =>
    ofKind("stack")(point) ? (moveApart([point], [...fixed, ...communities], gap)[0] ?? point) : point,
  );
  const selected = points.find(({ id }) => id === selectedId);
  const up = turned({ x: 0, y: PIN_HEAD / scale }, -view.turn);
  const pin = selected ? [selected, { x: selected.x + up.x, y: selected.y + up.y }] : [];
  const lit = pinned.filter(({ item }) => item.isLit === true);
  const hasSelected = selected === undefined || singles.some(({ id }) => id === selectedId);

  return {
    points,
    pinned,
    others,
    clusters: moveApart(clusters, [...fixed, ...lit, ...pin], SIGN_GAP.cluster / scale),
    // Sorted by id, so that panning does not reorder the page for a screen reader.
    singles: (hasSelected ? singles : [...singles, selected]).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    inView,
    isClustering,
    toggleClustering: () => setIsClustering(!isClustering),
    expand: ({ id }) => setExpanded({ zoom, ids: [...expandedIds, id] }),
  };
}

/**
 * The Man, the Temple, medical tents, Ranger posts, favourites, highlighted places, a searched address and the selected place are never in
 * a cluster.
 */
function splitPinned(
  points: readonly MapPoint[],
  selectedId: string | null,
): { pinned: MapPoint[]; others: MapPoint[] } {
  const isPinned = ({ id, item, isSign }: MapPoint): boolean =>
    id === selectedId ||
    isSign ||
    item.kind === "art" ||
    item.kind === "place" ||
    item.isFavourite === true ||
    item.isLit === true;
  return { pinned: points.filter(isPinned), others: points.filter((point) => !isPinned(point)) };
}

function toMapPoint(city: City, item: MapItem): MapPoint {
  const { id, street, time, kind, count = 1 } = item;
  return { ...toLocal(city, item), id, street, time, item, isSign: isSignKind(kind), count };
}
