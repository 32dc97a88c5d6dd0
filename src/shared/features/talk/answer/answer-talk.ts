import { plain, prose } from "#shared/features/chat/prose.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { type Intent, noIntent, type Shown } from "../understand/intent.ts";
import { homeOfNotes } from "../understand/home-of-notes.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { termsShared } from "#shared/features/search/search-terms.ts";
import { plainWords } from "../understand/plain-words.ts";
import { serviceOf } from "../understand/services.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { answerMedics, helpBelow, postToWalkTo } from "./answer-medics.ts";
import { answerFind } from "./answer-find.ts";
import { answerAvailability, answerBorrow, answerDetails } from "./answer-thing.ts";
import {
  answerAtAddress,
  answerDirections,
  answerDistance,
  answerNearest,
  answerWhereAmI,
} from "./answer-way.ts";
import { answerForget, answerMy, answerRecall, answerRemember } from "./answer-own.ts";
import { answerAbout, answerPostNeed, answerShare, answerSmallTalk } from "./answer-words.ts";
import { joinAnswers, type TalkAnswer } from "./talk-answer.ts";

/** Looby's answer to all needs of a message. */
export async function answerTalk(
  world: AbilityWorld,
  intents: readonly Intent[],
  message: string,
): Promise<TalkAnswer> {
  const answers = [];
  for (const intent of intents) {
    const heading = plain(
      intent.what === "" ? "And" : `${intent.what.charAt(0).toUpperCase()}${intent.what.slice(1)}`,
    );
    answers.push({ heading, answer: await answerIntent(world, intent, message) });
  }
  return joinAnswers(answers);
}

/** Loaded on demand: the page has a size limit for each chunk. */
const events = () => import("./events/answer-events.ts");

/** Looby's answer to one need. @param message the whole message, in the user's words */
export async function answerIntent(known: AbilityWorld, asked: Intent, message: string): Promise<TalkAnswer> {
  // A home that the user gave in this talk counts before any other.
  const world = { ...known, home: homeOfNotes(known.city, asked.noted) ?? known.home };
  const intent = await withDescribed(world, asked);
  switch (intent.ability) {
    case "find":
      return await answerFindAndEvents(world, intent);
    case "details":
      return (
        (await (await events()).answerEventDetails(world, intent, message)) ??
        (await answerDetails(world, intent))
      );
    case "availability":
      return (
        (await (await events()).answerCampTimes(world, intent, message)) ??
        (await answerAvailability(world, intent))
      );
    case "borrow":
      return await answerBorrow(world, intent);
    case "directions":
      return await answerDirections(world, intent);
    case "distance":
      return await answerDistance(world, intent);
    case "at-address":
      return (await answerAtAddress(world, intent)) ?? (await answerFind(world, { ...intent, near: null }));
    case "nearest":
      return (
        (await answerNearest(world, intent, isAskedAgain(intent, message))) ??
        (await answerFind(world, { ...intent, near: intent.from, compared: "closer" }))
      );
    case "medical-first":
      return await answerMedics(world, intent, message);
    case "where-am-i":
      return await answerWhereAmI(world);
    case "whats-on":
      return await (await events()).answerWhatsOn(world, intent, message);
    case "my":
      return await answerMy(world, intent);
    case "remember":
      return answerRemember(message, intent.noted[0] ?? message);
    case "forget":
      return await answerForget(world, intent);
    case "recall":
      return await answerRecall(world, intent, message);
    case "post-need":
      return answerPostNeed(world, intent);
    case "share":
      return answerShare(intent);
    case "about":
      return await answerAbout(world, intent, message);
    case "small-talk":
      return await answerSmallTalk(world, intent);
  }
}

/** "Anything closer?", which names no service. */
function isAskedAgain({ compared }: Intent, message: string): boolean {
  return compared === "closer" && serviceOf(plainWords(message)) === null;
}

/** "The one with wheels": the only shown item with the most of these words, if there is one. */
async function withDescribed(world: AbilityWorld, asked: Intent): Promise<Intent> {
  if (asked.described === "") return asked;
  const items = await world.items(asked.among.map(({ sourceId }) => sourceId));
  const count = ({ source, body }: Retrieved) => termsShared(asked.described, `${source.title} ${body}`);
  const [best, next] = items.toSorted((one, other) => count(other) - count(one));
  if (best === undefined || count(best) === 0 || (next !== undefined && count(next) === count(best)))
    return asked;
  const item: Shown = { sourceId: best.source.sourceId, title: best.source.title };
  const isWay = asked.ability === "directions" || asked.ability === "distance";
  return { ...asked, what: "", among: [], item, to: isWay ? { kind: "shown", shown: item } : asked.to };
}

/** Things, camps and skills, below the events of that name at the requested time: "is a choir singing tonight". */
async function answerFindAndEvents(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  const found = await answerFind(world, intent);
  const mayBeEvent =
    intent.when !== null && intent.what !== "" && intent.whose === null && intent.size === null;
  const happening = mayBeEvent ? await (await events()).answerEventsFor(world, intent) : null;
  return happening === null
    ? found
    : { ...found, parts: [...happening.parts, { text: prose`\n\n`, items: [] }, ...found.parts] };
}

/**
 * Abilities whose answers help in an emergency too, or are short and do not distract from the help: the user's position, the way, the
 * user's own things.
 */
const ABOVE_HELP = new Set<Intent["ability"]>([
  "where-am-i",
  "directions",
  "distance",
  "nearest",
  "my",
  "recall",
]);
/** The minimum likelihood at which a message in words of danger also requests an ability. */
const ALSO_ASKS = 0.9;

/**
 * The answer to words of danger: the fixed help, alone or below the answer to another clear request in an emergency's words: the way to
 * medics for a user who can walk, or "I see nothing in this dust, where am I?".
 * @param intents of the message, in the context of its conversation
 */
export async function answerDanger(
  world: AbilityWorld,
  kind: HelpKind,
  intents: readonly Intent[],
  message: string,
): Promise<TalkAnswer> {
  const [intent = noIntent, another] = intents;
  const post = kind === "emergency" ? postToWalkTo(message) : null;
  if (post !== null) {
    const from = intent.from ?? intent.near ?? intent.to;
    return await answerMedics(world, { ...noIntent, ability: "medical-first", from }, message, post);
  }
  const asksMore =
    kind === "emergency" &&
    another === undefined &&
    ABOVE_HELP.has(intent.ability) &&
    intent.likelihood >= ALSO_ASKS;
  return helpBelow(world, kind, asksMore ? (await answerIntent(world, intent, message)).parts : []);
}
