import type { MapItem } from "./contract.ts";

// Ids of the map's markers: "resource:ID". A camp's id is the festival's own, without a prefix.

type PrefixedKind = Exclude<MapItem["kind"], "camp">;

const PREFIXED = /^(?:resource|stack|community|need|art|place|medical|ranger):/;

export function markerId(kind: PrefixedKind, id: string): string {
  return `${kind}:${id}`;
}

/** The id of the item behind a marker of this kind; null for a marker of another kind. */
export function idOfMarker(kind: PrefixedKind, marker: string): string | null {
  const prefix = markerId(kind, "");
  return marker.startsWith(prefix) ? marker.slice(prefix.length) : null;
}

export function isCampMarker(marker: string): boolean {
  return !PREFIXED.test(marker);
}

/** The marker of a searched address. */
export const ADDRESS_MARKER = markerId("place", "at");
