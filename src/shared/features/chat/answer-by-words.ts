import type { MessageUi, Source } from "./contract.ts";
import type { Help } from "./help/help-rules.ts";
import { rank } from "./ranking.ts";
import { type Retrieved, retrievedOf } from "./retrieved.ts";
import { searchAnswer } from "./search-answer.ts";
import { bestOfEach, planSearch } from "./search-plan.ts";
import { smallTalk } from "./small-talk.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import { needOf } from "#shared/features/memories/need.ts";
import type { DocumentKind } from "#shared/features/search/document.ts";
import { type DocumentIndex, findInIndex } from "#shared/features/search/document-index.ts";

/** As many as the server gives an answer to choose from, and as search mode chooses from. */
const CANDIDATES = 24;
const ITEMS = 6;

/** Where a phone looks without a signal. */
export interface WordsWorld {
  index: DocumentIndex;
  /** Ids (`memory:...`) of what the person noted to be looking for. */
  needs: ReadonlySet<string>;
  city: City;
  companionName: string;
  /** Ids of the person's communities. */
  connected: readonly string[];
}

export interface WordsAnswer {
  /** Markdown with citation marks, as a server's. */
  text: string;
  sources: Source[];
  ui: MessageUi | null;
}

/**
 * What search mode answers, by words alone: the server's own rules without meanings.
 * @param help what `findHelp` says of the question; its rules are too heavy to come along with these
 */
export function answerByWords(question: string, help: Help | null, world: WordsWorld): WordsAnswer {
  if (help !== null) return { text: help.text, sources: [], ui: { type: "help-card", kind: help.kind } };
  const talk = smallTalk(question, world.companionName);
  if (talk !== null) return { ...talk, sources: [] };
  const { parts, confidence } = searchAnswer(findByWords(question, world));
  return {
    text: parts.map(({ text }) => text).join(""),
    sources: parts.flatMap(({ items }) => items.map(({ source }) => source)),
    ui:
      confidence === "sure"
        ? null
        : { type: "memory-offer", memoryType: "looking-for", content: needOf(question) },
  };
}

/** The items an answer may rest on, best first. */
function findByWords(question: string, world: WordsWorld): Retrieved[] {
  const plan = planSearch(world.city, question);
  const metresFrom = plan.near === null ? null : distancesFrom(world.city, plan.near);
  const find = (kinds: readonly DocumentKind[] | null) =>
    bestOfEach(
      plan.wordings.flatMap(({ text }) =>
        findInIndex(world.index, { text, kinds, metresFrom, connected: world.connected, limit: CANDIDATES }),
      ),
    );
  const library = plan.kindsFirst === null ? [] : find(plan.kindsFirst);
  const hits = library.length > 0 ? library : find(null);
  const found = hits.map((hit) => retrievedOf(hit, world.needs.has(hit.id)));
  return rank(plan.question, found).slice(0, ITEMS);
}

function distancesFrom(city: City, near: GeoPoint): (place: GeoPoint) => number {
  const from = toLocal(city, near);
  return (place) => {
    const to = toLocal(city, place);
    return Math.hypot(to.x - from.x, to.y - from.y);
  };
}
