import { plain, prose } from "#shared/features/chat/prose.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import type { Intent, Shown } from "../../understand/intent.ts";
import { plainWords } from "../../understand/plain-words.ts";
import { isRefused } from "../../understand/refusal.ts";
import type { AbilityWorld } from "../ability-world.ts";
import { shareOfTitle } from "../answer-thing.ts";
import { answerWithoutEvents } from "../answer-words.ts";
import { type Fit, MOST_EVENTS, preferring, withAllWords, withWords } from "./choose-events.ts";
import { eventsNamed } from "./events-named.ts";
import {
  daysOf,
  isWithin,
  nowOn,
  onwards,
  type Span,
  spanInWords,
  spansOf,
  type TimedEvent,
  timedOf,
} from "./event-spans.ts";
import { capital, listOf, nearOf } from "./list-events.ts";
import { sentences, type TalkAnswer } from "../talk-answer.ts";

/** The number of places for running events in a list without a time. */
const RUNNING = 2;
/** Words that ask for the times of a camp that was shown. */
const OF_SHOWN =
  /\b(?:they|them|it|there|he|she|again|too|as well|until|till?|opens?|closes?|starts?|begins?|when|what time|how (?:late|long))\b/;
/** Words that ask for any event. */
const OF_ANYTHING =
  /\b(?:what(?:'s| is|s| are)? (?:on|up|there|happening|going|playing)|wuts|wats|anything|something|anywhere|happening|events?|going on)\b/;

/**
 * Events at camps: at the requested time, with the requested words and near the requested place. For a camp shown before, only that camp's
 * events.
 */
export async function answerWhatsOn(
  world: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<TalkAnswer> {
  const camp = campAsked(intent, message);
  const answer = await answerFrom(world, intent, camp, message);
  if (answer !== "no programme" && answer !== "nothing") return answer;
  if (camp !== null && answer === "nothing")
    return sentences(
      prose`I know no times of **${plain(camp.title)}**: ask there.`,
      await world.items([camp.sourceId]),
    );
  const lead =
    answer === "nothing" ? prose`I know of no events from now on` : prose`I have no programme here`;
  if (intent.what === "") return await answerWithoutEvents(world, lead);
  const missed =
    answer === "nothing"
      ? prose`The programme has no event with “${plain(intent.what)}”. `
      : prose`${lead}. `;
  // Camps may offer it. Things to borrow are no answer to what is on.
  const found = (await world.find({ text: intent.what, kinds: ["camp"], near: world.me, limit: 3 })).filter(
    ({ keywordShare, cosine }) => keywordShare >= 0.5 || (cosine ?? 0) >= 0.5,
  );
  if (found.length === 0) {
    const { parts, ui } = await answerWithoutEvents(world, lead);
    return answer === "nothing" ? { ...sentences(missed), ui } : { parts, ui, choices: [] };
  }
  return { ...sentences(missed), parts: [{ text: missed, items: [] }, ...searchAnswer(found).parts] };
}

/** Time and place of the event that a question names, or the times of the camp in question; null when the question is about neither. */
export async function answerEventDetails(
  world: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<TalkAnswer | null> {
  return (await answerNamedEvent(world, intent, message)) ?? (await answerTimesOf(world, intent, message));
}

/** "Where are the puppets": the event with these words in its title, unless the name of a camp or a listing matches better. */
async function answerNamedEvent(
  world: AbilityWorld,
  { item, what, beside, when, topic }: Intent,
  message: string,
): Promise<TalkAnswer | null> {
  const mayBeEvent = item === null || topic === "time" || campOf(item) !== null;
  if (!mayBeEvent || (topic !== "time" && topic !== "place" && what === "")) return null;
  const named = await eventsNamed(world, message);
  const [first] = named;
  if (first === undefined) return null;
  const others =
    what === "" ? [] : await world.find({ text: what, kinds: ["camp", "resource"], near: null, limit: 6 });
  const share = shareOfTitle(first.event.title, what);
  if (others.some(({ source }) => shareOfTitle(source.title, what) > share)) return null;
  const now = nowOn(world.clock);
  const there = named.filter(({ event }) => event.campId === beside?.sourceId);
  const those = there.length > 0 ? there : named;
  const spans = when === null ? [] : spansOf(when, now);
  const then = those.filter((each) => spans.some((span) => isWithin(each, span)));
  const fit = (then.length > 0 ? then : those).map((each) => ({ ...each, words: 1 }));
  const listed = { fit, near: null, running: MOST_EVENTS, from: now, now, isOfCamp: false };
  return await listOf(world, prose`From the programme`, listed);
}

async function answerTimesOf(
  world: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<TalkAnswer | null> {
  const isTime =
    intent.topic === "time" || /\b(?:when|what time|until|till?|how late)\b/.test(plainWords(message));
  if (!isTime) return null;
  const camp =
    campOf(intent.item) ?? (intent.what === "" ? campOf(intent.beside) : await campNamed(world, intent.what));
  if (camp === null) return null;
  const answer = await answerFrom(world, { ...intent, what: "", near: null }, camp, message);
  return answer === "no programme" || answer === "nothing" ? null : answer;
}

/** "Is Hydra mixing drinks tonight?": a camp is not borrowed; the question is about its times. Null for anything else. */
export async function answerCampTimes(
  world: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<TalkAnswer | null> {
  const { item, what } = intent;
  // "The one at Camp Lantern?" is about a thing.
  if ((item !== null ? campOf(item) === null : what === "") || /\bone\b/.test(message)) return null;
  const [best] =
    item !== null ? [] : await world.find({ text: what, kinds: ["camp", "resource"], near: null, limit: 1 });
  if (item === null && (best?.source.kind !== "camp" || shareOfTitle(best.source.title, what) < 0.5))
    return null;
  return await answerTimesOf(world, { ...intent, topic: "time" }, message);
}

/** "When are they pouring at the kiosk": the camp with these words in its name. */
async function campNamed(world: AbilityWorld, name: string): Promise<Shown | null> {
  const [found] = await world.find({ text: name, kinds: ["camp"], near: null, limit: 1 });
  if (found === undefined || shareOfTitle(found.source.title, name) === 0) return null;
  return { sourceId: found.source.sourceId, title: found.source.title };
}

/** The events at the requested time whose titles have all words of a search: "a choir tonight". Null when there are none. */
export async function answerEventsFor(world: AbilityWorld, intent: Intent): Promise<TalkAnswer | null> {
  const now = nowOn(world.clock);
  const spans = spansOf(intent.when, now);
  const [first] = spans;
  if (first === undefined) return null;
  const events = await world.events({
    ...daysOf({ from: first.from, to: spans.at(-1)?.to ?? first.to }),
    campId: null,
  });
  const timed = timedOf(events ?? [], world.clock).filter(
    (each) => each.end > now && spans.some((span) => isWithin(each, span)),
  );
  const fit = withAllWords(timed, intent.what);
  return fit.length === 0
    ? null
    : await listOf(world, plain(capital(spanInWords(intent.when, now))), {
        fit,
        near: null,
        running: MOST_EVENTS,
        from: first.from,
        now,
        isOfCamp: false,
      });
}

async function answerFrom(
  world: AbilityWorld,
  intent: Intent,
  camp: Shown | null,
  message: string,
): Promise<TalkAnswer | "no programme" | "nothing"> {
  const { clock } = world;
  const now = nowOn(clock);
  const spans = camp !== null && intent.when === null ? [onwards(now)] : spansOf(intent.when, now);
  const near = camp === null ? await nearOf(world, intent) : null;
  if (near !== null && "parts" in near) return near;
  const fitting = async (span: Span) => {
    const events = await world.events({ ...daysOf(span), campId: camp?.sourceId ?? null });
    const timed = timedOf(events ?? [], clock).filter(
      ({ end, event: { title, description } }) =>
        end > now && !isRefused(`${title} ${description ?? ""}`, intent.without),
    );
    return events === null ? null : await suited(world, timed, intent, camp === null ? message : "");
  };
  const from = spans[0]?.from ?? now;
  const fit = await fitting({ from, to: spans.at(-1)?.to ?? now + 1 });
  if (fit === null) return "no programme";
  const inside = fit.filter((each) => spans.some((span) => isWithin(each, span)));
  const at = camp === null ? "" : prose` at **${plain(camp.title)}**`;
  const time = camp !== null && intent.when === null ? "" : prose` ${plain(spanInWords(intent.when, now))}`;
  if (inside.length > 0) {
    const running = intent.when === null ? RUNNING : intent.when.time === null ? 0 : MOST_EVENTS;
    const lead =
      camp === null
        ? plain(capital(spanInWords(intent.when, now)))
        : prose`At **${plain(camp.title)}**${time}`;
    return await listOf(world, lead, {
      fit: inside,
      near,
      running,
      from,
      now,
      isOfCamp: camp !== null,
    });
  }
  const upcoming = (await fitting(onwards(now))) ?? [];
  if (upcoming.length === 0) return "nothing";
  const later = upcoming.filter(({ start }) => start >= from);
  const what = intent.what === "" ? plain("Nothing") : prose`No “${plain(intent.what)}”`;
  const next = { near: null, running: 0, now, isOfCamp: camp !== null };
  return later.length > 0
    ? await listOf(world, prose`${what}${at}${time}; next`, { ...next, fit: later, from })
    : await listOf(world, prose`${what}${at}${time}; at another time`, { ...next, fit: upcoming, from: now });
}

/** The events with the requested words. Words beside the subject, as in "anything for kids", only rank. */
async function suited(
  world: AbilityWorld,
  timed: readonly TimedEvent[],
  { what }: Intent,
  message: string,
): Promise<Fit[]> {
  const camps = what === "" ? [] : await world.find({ text: what, kinds: ["camp"], near: null, limit: 24 });
  const ids = camps
    .filter(({ keywordShare, cosine }) => keywordShare >= 0.5 || (cosine ?? 0) >= 0.5)
    .map(({ source }) => source.sourceId);
  return what === "" ? preferring(timed, message) : withWords(timed, what, new Set(ids));
}

/** The camp whose events are requested: one shown before, unless the question is general, or about a place or a thing. */
function campAsked({ item, beside, near, what }: Intent, message: string): Shown | null {
  const words = plainWords(message);
  const there = near?.kind === "shown" ? campOf(near.shown) : null;
  if (item !== null || there !== null) return campOf(item) ?? there;
  if (what !== "" || OF_ANYTHING.test(words)) return null;
  return OF_SHOWN.test(words) ? campOf(beside) : null;
}

function campOf(shown: Shown | null): Shown | null {
  return shown?.sourceId.startsWith("camp:") === true ? shown : null;
}
