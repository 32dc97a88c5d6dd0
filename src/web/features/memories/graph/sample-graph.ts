import { linkMemories } from "#shared/features/memories/graph-links.ts";
import type { Graph } from "./view-graph.ts";

const samples = [
  ["omi", "The lamp over the tea house flickers when the wind turns."],
  ["user", "I want to learn wiring, and mend the lamp of the tea house."],
  ["looby", "The workshop teaches wiring at noon."],
  ["user", "Sunrise from the wooden tower."],
  ["omi", "We meet at the wooden tower before sunrise."],
] as const;

/** An example graph; linked by the same rule as real ones. */
export function sampleGraph(): Graph {
  const nodes = samples.map(([source, content], index) => ({
    id: `sample-${index}`,
    content,
    source,
    timestamp: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  }));
  const said = nodes.map(({ id, content, timestamp }) => ({ id, text: content, at: Date.parse(timestamp) }));
  return { nodes, links: linkMemories(said, []) };
}
