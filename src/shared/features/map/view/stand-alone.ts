import type { LocalPoint } from "../city/geometry.ts";
import { zoomButtonStep, zoomRange } from "../city/spec-constants.ts";
import { groupPoints, type MarkerPoint } from "./cluster.ts";
import { type Frame, pixelsPerMetre } from "./view.ts";

/** Minimum distance in pixels from a pin to the nearest cluster and to the nearest single marker. */
const CLUSTER_GAP = 60;
const SINGLE_GAP = 34;

interface StandAloneOptions {
  frame: Frame;
  /** The current zoom: the map never zooms out to show a pin. */
  zoom: number;
  isClustering: boolean;
  metresPerDegree: number;
}

/**
 * The smallest zoom from the current one on at which no other marker is near a pin; the largest zoom if there is none.
 * @param others points that may be in clusters
 * @param pinned points that never are
 */
export function zoomToStandAlone(
  target: LocalPoint,
  others: readonly MarkerPoint[],
  pinned: readonly LocalPoint[],
  { frame, zoom, isClustering, metresPerDegree }: StandAloneOptions,
): number {
  const expandedIds = new Set<string>();
  for (let next = zoom; next < zoomRange.max; next += zoomButtonStep) {
    const scale = pixelsPerMetre(frame, next);
    const isWithin =
      (pixels: number) =>
      ({ x, y }: LocalPoint): boolean =>
        Math.hypot(x - target.x, y - target.y) * scale < pixels;
    const { clusters, singles } = groupPoints(others, {
      zoom: next,
      isClustering,
      expandedIds,
      metresPerDegree,
    });
    const isCrowded =
      clusters.some(isWithin(CLUSTER_GAP)) ||
      singles.some(isWithin(SINGLE_GAP)) ||
      pinned.some(isWithin(SINGLE_GAP));
    if (!isCrowded) return next;
  }
  return zoomRange.max;
}
