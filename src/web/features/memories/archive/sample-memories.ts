import type { MemorySource } from "#shared/features/memories/contract.ts";
import { type ArchiveRow, memoryHere } from "./archive-rows.ts";

const HOUR = 3_600_000;

const samples: readonly (readonly [source: MemorySource, hoursAgo: number, content: string])[] = [
  [
    "looby",
    2,
    "The lamp over the tea house flickers when the wind turns. I need to ask someone who knows wiring.",
  ],
  [
    "omi",
    5,
    "You: Where did you learn to weld?\n\nSpeaker 1: From my aunt, in her garage. She let me ruin a whole fence.",
  ],
  ["looby", 26, "Sunrise from the top of the wooden tower. No one spoke for half an hour."],
  [
    "omi",
    30,
    "Speaker 1: Remember to bring the blue cooler back to the kitchen.\n\nYou: I will, right after the parade.",
  ],
  ["looby", 50, "I want to learn how to spin fire before the week is over."],
];

/** Five example memories that show what an archive looks like. @param now milliseconds since the epoch */
export function sampleRows(now: number): Omit<ArchiveRow, "day">[] {
  return samples.map(([source, hoursAgo, content], index) => ({
    memory: memoryHere({
      id: `sample-${index}`,
      content,
      source,
      createdAt: new Date(now - hoursAgo * HOUR).toISOString(),
    }),
    state: "sample",
  }));
}
