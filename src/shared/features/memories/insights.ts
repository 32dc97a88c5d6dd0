import { shortLine } from "#shared/shorten.ts";
import type { GraphLink } from "./graph-links.ts";
import { termsAsWritten } from "#shared/features/search/search-terms.ts";

interface Insight {
  text: string;
  /** Ids of the memories it is based on. */
  memoryIds: string[];
}

const MOST_INSIGHTS = 5;
const MOST_WORDS = 3;
/** A word used twice may be chance; three times is a theme. */
const THEME = 3;
/** Longest quote of a memory, in characters. */
const QUOTED = 60;

/**
 * Recurring themes in these memories, and memories that belong together: counted, not guessed.
 * @param memories newest first
 */
export function insightsOf(
  memories: readonly { id: string; content: string }[],
  links: readonly GraphLink[],
): Insight[] {
  const contents = new Map(memories.map(({ id, content }) => [id, content]));
  const pairs = links
    .filter(({ source, target, type }) => type === "related" && contents.has(source) && contents.has(target))
    .toSorted((one, other) => other.strength - one.strength)
    .map(({ source, target, reason }) => ({
      text: `These belong together (${reason}): ${quote(contents.get(source))} and ${quote(contents.get(target))}`,
      memoryIds: [source, target],
    }));
  const found = [...themes(memories), ...pairs].slice(0, MOST_INSIGHTS);
  const [newest] = memories;
  if (found.length > 0 || newest === undefined) return found;
  return [
    {
      text: `Nothing has come back yet. Your newest memory: ${quote(newest.content)}`,
      memoryIds: [newest.id],
    },
  ];
}

function themes(memories: readonly { id: string; content: string }[]): Insight[] {
  const ids = new Map<string, { word: string; memoryIds: string[] }>();
  for (const { id, content } of memories) {
    for (const [term, word] of termsAsWritten(content)) {
      const theme = ids.get(term) ?? { word, memoryIds: [] };
      theme.memoryIds.push(id);
      ids.set(term, theme);
    }
  }
  return [...ids.values()]
    .filter(({ word, memoryIds }) => memoryIds.length >= THEME && /\p{L}{3}/u.test(word))
    .toSorted(
      (one, other) => other.memoryIds.length - one.memoryIds.length || (one.word < other.word ? -1 : 1),
    )
    .slice(0, MOST_WORDS)
    .map(({ word, memoryIds }) => ({
      text: `You come back to “${word}” in ${memoryIds.length} memories.`,
      memoryIds: memoryIds.slice(0, 50),
    }));
}

function quote(content = ""): string {
  return `“${shortLine(content, QUOTED)}”`;
}
