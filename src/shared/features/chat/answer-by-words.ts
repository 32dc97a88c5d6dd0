import type { MessageUi, Source } from "./contract.ts";
import { helpText } from "./help/help-cards.ts";
import type { HelpKind } from "./help/help-kinds.ts";
import { rank } from "./ranking.ts";
import { type Retrieved, retrievedOf } from "./retrieved.ts";
import { searchAnswer } from "./search-answer.ts";
import { bestOfEach, planSearch } from "./search-plan.ts";
import { withWhy } from "./why.ts";
import { smallTalk } from "./small-talk.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { needOf } from "#shared/features/memories/need.ts";
import type { DocumentKind } from "#shared/features/search/document.ts";
import { type DocumentIndex, findInIndex } from "#shared/features/search/document-index.ts";

/** The number of candidates the server gives an answer, and search mode, to choose from. */
const CANDIDATES = 24;

/** The data a phone searches while it is offline. */
export interface WordsWorld {
  index: DocumentIndex;
  /** Ids (`memory:...`) of the user's memories of something they look for. */
  needs: ReadonlySet<string>;
  city: City;
  companionName: string;
  /** Ids of the user's communities. */
  connected: readonly string[];
  /** The user's position; null when they do not share it. */
  me: GeoPoint | null;
}

export interface WordsAnswer {
  /** Markdown with citation marks, in the same form as the server's answers. */
  text: string;
  sources: Source[];
  ui: MessageUi | null;
}

/**
 * The answer of search mode from keyword search alone: the server's rules without comparing meanings.
 * @param help result of `findHelp` for the question. Passed in because the rules of help are too large to bundle with this file.
 */
export function answerByWords(question: string, help: HelpKind | null, world: WordsWorld): WordsAnswer {
  if (help !== null) {
    const text = helpText(help, medicalNear(world.city, world.me));
    return { text, sources: [], ui: { type: "help-card", kind: help } };
  }
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

/** The items an answer may be based on, best first. */
export function findByWords(question: string, world: Omit<WordsWorld, "companionName" | "me">): Retrieved[] {
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
  const asked = plan.wordings.map(({ text }) => text).join(" ");
  return rank(plan.question, found).map((each) => withWhy(asked, each));
}

function distancesFrom(city: City, near: GeoPoint): (place: GeoPoint) => number {
  const from = toLocal(city, near);
  return (place) => {
    const to = toLocal(city, place);
    return Math.hypot(to.x - from.x, to.y - from.y);
  };
}
