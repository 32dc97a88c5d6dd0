import { plain, prose } from "#shared/features/chat/prose.ts";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import { termsShared } from "#shared/features/search/search-terms.ts";
import { needOf } from "#shared/features/memories/need.ts";
import { asksHow } from "../search/search-plan.ts";
import type { Intent } from "../understand/intent.ts";
import type { EarlierTurn } from "../understand/replay.ts";
import type { AbilityWorld, ListingFacts } from "./ability-world.ts";
import { answerCommunities } from "./answer-communities.ts";
import { answerTopic } from "./answer-words.ts";
import { answerTalk } from "./answer-talk.ts";
import { presentationFor } from "./found-in-words.ts";
import { withLending } from "./listing-state.ts";
import { needAsNote, needInWords } from "../words/need-words.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";
import { isPlainSearch, understand } from "./understand.ts";

/** From this share of the question's words, a page of the guide may be the answer. */
const SURE_SHARE = 0.75;

/** A message, with context that the abilities do not have. */
export interface Message {
  message: string;
  /** Previous messages and the items shown for them, oldest first. */
  earlier: readonly EarlierTurn[];
  /** The search for the unchanged message, used to answer a plain question. */
  search: () => Promise<Retrieved[]> | Retrieved[];
  /** The message is a wish in words of danger. */
  mayNeedHelp: boolean;
}

/** The answer without a model, the same on a server and on a phone: the text, its offers, and the chips. */
export async function answerMessage(
  world: AbilityWorld,
  { message, earlier, search, mayNeedHelp }: Message,
): Promise<{ parts: AnswerPart[]; ui: MessageUi | null }> {
  const named = await answerCommunities(world, message);
  if (named !== null) return named;
  const { state, intents } = await understand(world, earlier, message);
  const answer =
    (await answerTopic(world, message)) ??
    (isPlainSearch(intents, state)
      ? answerSearch(world, await withLending(world, await search()), message, intents[0])
      : await answerTalk(world, intents, message));
  const sources = answer.parts.flatMap(({ items }) => items.map(({ source }) => source));
  const facts = await factsOf(world, sources);
  const { withNextWords } = await import("./next-words.ts");
  const answered = { message, state, intents, sources, answer, facts, mayNeedHelp };
  const { question, ui } = await withNextWords(world, answered);
  const asked = question === "" ? [] : [{ text: prose`\n\n${question}`, items: [] }];
  return { parts: [...answer.parts, ...asked], ui };
}

/** Facts about the listings among some sources, by document id. */
export async function factsOf(
  world: Pick<AbilityWorld, "listings">,
  sources: readonly Source[],
): Promise<ReadonlyMap<string, ListingFacts>> {
  const ids = sources.filter(({ kind }) => kind === "resource").map(({ sourceId }) => sourceId);
  return ids.length === 0 ? new Map() : await world.listings(ids);
}

/** Whether it is the page of the guide about what the message asks, by its words and its title. */
function isItsPage({ source, keywordShare }: Retrieved, message: string): boolean {
  if (source.kind !== "context" || keywordShare < SURE_SHARE || !asksHow(message)) return false;
  return termsShared(message, source.title) > 0;
}

/** When the result is uncertain, offers to save the question as a need. */
function answerSearch(
  { city }: Pick<AbilityWorld, "city">,
  hits: readonly Retrieved[],
  message: string,
  intent: Intent | undefined,
): TalkAnswer {
  const [best] = hits;
  // One step to take, not a list of pages to read.
  if (best !== undefined && isItsPage(best, message)) return sentences(plain(best.body), [best]);
  const presentation = intent === undefined ? undefined : presentationFor(intent, city);
  const { parts, confidence } = searchAnswer(hits, presentation);
  const need = intent === undefined ? "" : needInWords(intent, city);
  const content = need === "" ? needOf(message) : needAsNote(need);
  return {
    parts,
    ui: confidence === "sure" ? null : { type: "memory-offer", memoryType: "looking-for", content },
    choices: [],
  };
}
