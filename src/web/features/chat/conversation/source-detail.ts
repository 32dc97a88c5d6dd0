import type { Source } from "#shared/features/chat/contract.ts";

/** Walking pace in dust, in meters per minute: a little under 5 km/h. */
const WALKING_PACE = 80;

const kinds: Record<Source["kind"], string> = {
  resource: "In the library",
  camp: "Camp",
  community: "Community",
  memory: "Your memory",
  context: "Guide",
};

/** The line under a source's title: its place and walking time, or its kind when it has no place. */
export function sourceDetail(source: Source): string {
  const parts = [source.place ?? kinds[source.kind]];
  if (source.distanceM !== null) parts.push(`${walkingMinutes(source.distanceM)} min walk`);
  return parts.join(", ");
}

/** Whole minutes, at least one. */
function walkingMinutes(metres: number): number {
  return Math.max(1, Math.round(metres / WALKING_PACE));
}
