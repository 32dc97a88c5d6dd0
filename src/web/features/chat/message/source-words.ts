import { metresInWords } from "#shared/distance.ts";
import type { Source } from "#shared/features/chat/contract.ts";

const meanings = { close: "close in meaning", related: "related in meaning" };

/** "has your words “ladder” and “painting”, close in meaning, 350 m away"; null for a source without a reason. */
export function whyInWords({ why, distanceM }: Source): string | null {
  if (why === undefined) return null;
  const quoted = why.words.map((word) => `“${word}”`);
  const last = quoted.at(-1) ?? "";
  const words = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} and ${last}` : last;
  const parts = [
    ...(quoted.length === 0 ? [] : [`has your ${quoted.length === 1 ? "word" : "words"} ${words}`]),
    ...(why.meaning === null ? [] : [meanings[why.meaning]]),
    ...(distanceM === null ? [] : [`${metresInWords(distanceM)} from there`]),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

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
