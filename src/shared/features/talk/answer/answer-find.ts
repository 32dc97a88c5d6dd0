import { plain, prose } from "#shared/features/chat/prose.ts";
import { dayOf } from "#shared/day.ts";
import { rank } from "../search/ranking.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { type AnswerPart, itemPart } from "#shared/features/chat/answer-part.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import { withWhy } from "#shared/features/chat/why.ts";
import { inOtherWords } from "../search/thesaurus.ts";
import { isFreeOn, nextFreeDay } from "#shared/features/lending/availability.ts";
import type { Day } from "#shared/features/lending/days.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import type { Intent } from "../understand/intent.ts";
import { isRefused } from "../understand/refusal.ts";
import { amountInWords, type Amount, amountsIn } from "../understand/read-amount.ts";
import type { AbilityWorld, ListingFacts } from "./ability-world.ts";
import { daysInSentence } from "../words/days-taken.ts";
import { answerAround, kindsOf } from "./answer-around.ts";
import { withDistance } from "./answer-way.ts";
import { answerOwner } from "./answer-owner.ts";
import { presentationFor } from "./found-in-words.ts";
import { freeFirst } from "./listing-state.ts";
import { needAsNote, needInWords } from "../words/need-words.ts";
import { placeOf } from "./place-of.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";

const CANDIDATES = 24;
const SHOWN = 3;
/** The number of things and camps around the user to check for free ones. */
const AROUND = 400;
/** Items scoring less than this fraction of the best score are omitted. */
const NEXT_TO_BEST = 0.6;

interface Candidate {
  item: Retrieved;
  facts: ListingFacts | null;
}

/** Matching items, best first or nearest first, with their availability on the requested days. */
export async function answerFind(world: AbilityWorld, asked: Intent): Promise<TalkAnswer> {
  const intent = await withOwner(world, asked);
  const [text = ""] = wordingsOf(intent);
  if (intent.whose !== null && text === "") {
    const owned = await answerOwner(world, intent.whose);
    return owned ?? sentences(prose`I know no one called “${plain(intent.whose)}” who shares something.`);
  }
  if (text === "" && intent.near !== null) return await answerAround(world, intent, intent.near);
  if (text === "" && intent.sought === null && intent.when !== null)
    return await anythingFree(world, intent.when);
  if (text === "" && intent.sought === null)
    return sentences(prose`What are you looking for? Name a thing, a camp, a skill or an address.`);
  const near = intent.near === null ? null : await placeOf(world, intent.near);
  if (near?.kind === "unknown") return sentences(near.sentence);
  const at = near?.kind === "place" ? near.place.at : null;
  const orderedFrom = at ?? (intent.compared === "closer" ? (world.me ?? world.home?.at ?? null) : null);
  const found = await candidates(world, intent, at ?? orderedFrom);
  const suitable = inPreference(
    (await ofOwner(world, found, intent)).filter((each) => suits(each, intent)),
    intent,
  );
  const free = suitable.filter((each) => isFreeThen(world, each, intent));
  const fitting = ordered(world, free, intent, orderedFrom);
  if (fitting.length === 0) return nothing(world, intent, { found, suitable });
  const [best] = suitable;
  const busy = best === undefined || free.includes(best) ? null : best;
  return listOf(world, intent, { fitting, busy }, orderedFrom);
}

/** With the owner's name, for "what else does she lend". */
async function withOwner(world: AbilityWorld, intent: Intent): Promise<Intent> {
  if (intent.ownerOf === null) return intent;
  const { sourceId } = intent.ownerOf;
  const owner = (await world.listings([sourceId])).get(sourceId)?.ownerName;
  return owner === undefined ? intent : { ...intent, whose: owner, what: "" };
}

/** "What can I borrow tonight?": the free things and places nearest to the user, or to the Man. */
async function anythingFree(world: AbilityWorld, when: NonNullable<Intent["when"]>): Promise<TalkAnswer> {
  const { city, clock, me, home } = world;
  const today = dayOf(clock.now, clock.zone);
  const around = await world.around(me ?? home?.at ?? city.centre, AROUND);
  const facts = await world.listings(around.map(({ source }) => source.sourceId));
  const free = around.filter(({ source }) => {
    const known = facts.get(source.sourceId);
    return known !== undefined && known.type !== "talent" && isFreeOn(known, when, today);
  });
  const days = daysInSentence(when.first < today ? today : when.first, when.last);
  if (free.length === 0) return sentences(prose`I know nothing that is free ${plain(days)}.`);
  const where =
    me === null && home === null ? "" : prose`, nearest to ${plain(me === null ? "your home" : "you")} first`;
  const items = free
    .slice(0, SHOWN)
    .map((item) =>
      itemPart(
        me === null && home === null ? { ...item, source: { ...item.source, distanceM: null } } : item,
      ),
    );
  return {
    parts: [{ text: prose`Free ${plain(days)}${where}:\n`, items: [] }, ...items],
    ui: null,
    choices: [],
  };
}

/** The things of the named user; all things when the message names no user, or that user shares none of the kind. */
async function ofOwner(
  world: AbilityWorld,
  found: readonly Candidate[],
  { whose }: Intent,
): Promise<readonly Candidate[]> {
  if (whose === null) return found;
  const owned = new Set((await world.ownedBy(whose)).map(({ source }) => source.sourceId));
  const theirs = found.filter(({ item }) => owned.has(item.source.sourceId));
  return theirs.length === 0 ? found : theirs;
}

/** People come first when a skill is wanted, and the user's own notes last unless requested. Otherwise the order is unchanged. */
function inPreference(found: readonly Candidate[], { sought }: Intent): Candidate[] {
  const place = ({ item, facts }: Candidate) => {
    if (item.source.kind === "memory") return sought === "memory" ? 0 : 2;
    return sought === "talent" && facts === null ? 1 : 0;
  };
  return found.toSorted((one, other) => place(one) - place(other));
}

function isFreeThen({ clock }: AbilityWorld, { facts }: Candidate, { when }: Intent): boolean {
  return when === null || facts === null || isFreeOn(facts, when, dayOf(clock.now, clock.zone));
}

/** The wanted item with its size, and also in the festival's own words if they differ. */
function wordingsOf({ what, size }: Intent): string[] {
  const text = [what, size === null ? "" : amountInWords(size)].join(" ").trim();
  return [text, inOtherWords(text)].filter((wording) => wording !== null);
}

async function candidates(world: AbilityWorld, intent: Intent, near: GeoPoint | null): Promise<Candidate[]> {
  const kinds = intent.sought === null ? null : kindsOf[intent.sought];
  const wordings = wordingsOf(intent);
  const hits: Retrieved[] = [];
  for (const wording of wordings)
    hits.push(...(await world.find({ text: wording, kinds, near, limit: CANDIDATES })));
  // An item found by several wordings gets its best score.
  const best = hits.toSorted((one, other) => other.score - one.score);
  const items = rank(
    intent.what,
    best.filter(
      (hit, index) => best.findIndex(({ source }) => source.sourceId === hit.source.sourceId) === index,
    ),
  );
  const facts = await world.listings(items.map(({ source }) => source.sourceId));
  return items.map((item) => ({ item, facts: facts.get(item.source.sourceId) ?? null }));
}

/** Whether it matches the request, ignoring the days. */
function suits({ item, facts }: Candidate, intent: Intent): boolean {
  const { sought, without, size, compared, except } = intent;
  if (item.source.sourceId === except?.sourceId) return false;
  // The user's own note about a thing they are looking for is not a result.
  if (item.isNeed === true) return false;
  if (isRefused(`${item.source.title} ${item.body}`, without)) return false;
  if (
    facts !== null &&
    (sought === "gear" || sought === "venue" || sought === "talent") &&
    facts.type !== sought
  )
    return false;
  if (size === null) return true;
  const largest = sizeOf(item, size.unit);
  if (compared === "bigger") return largest !== null && largest > size.value;
  if (compared === "smaller") return largest !== null && largest < size.value;
  return largest === null || largest >= size.value * 0.9;
}

/** The largest size in that unit in an item's own text. */
function sizeOf({ source, body }: Retrieved, unit: Amount["unit"]): number | null {
  const sizes = amountsIn(`${source.title}. ${body}`).filter((each) => each.unit === unit);
  return sizes.length === 0 ? null : Math.max(...sizes.map(({ value }) => value));
}

/** Sorts similarly good items by distance when the user asked for closer ones; otherwise the search order is unchanged. */
function ordered(
  world: AbilityWorld,
  found: readonly Candidate[],
  { compared, size }: Intent,
  from: GeoPoint | null,
): Candidate[] {
  const [best] = found;
  const alike = found.filter(({ item }) => best !== undefined && isAsGood(item, best.item));
  const placed = alike.map((each) =>
    from === null ? each : { ...each, item: withDistance(world, each.item, from) },
  );
  if (compared === "biggest" || compared === "smallest") return bySize(placed, compared);
  const sorted =
    compared === null && size !== null
      ? byFit(placed, size)
      : from === null || compared !== "closer"
        ? placed
        : byDistance(placed);
  return freeFirst(sorted, ({ item }) => item);
}

function byDistance(found: readonly Candidate[]): Candidate[] {
  return found.toSorted(
    (one, other) => (one.item.source.distanceM ?? Infinity) - (other.item.source.distanceM ?? Infinity),
  );
}

/** The smallest sufficient size first: a tent for four comes before one for sixty. Items without a size come last. */
function byFit(found: readonly Candidate[], { value, unit }: Amount): Candidate[] {
  const excess = ({ item }: Candidate) => (sizeOf(item, unit) ?? Infinity) / value;
  return found.toSorted((one, other) => excess(one) - excess(other) || 0);
}

/** By the first size in their text; items without a size come last. */
function bySize(found: readonly Candidate[], compared: "biggest" | "smallest"): Candidate[] {
  const sign = compared === "biggest" ? -1 : 1;
  const size = ({ item }: Candidate) => amountsIn(`${item.source.title}. ${item.body}`)[0]?.value ?? null;
  return found.toSorted((one, other) => {
    const [a, b] = [size(one), size(other)];
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b);
  });
}

function isAsGood(item: Retrieved, best: Retrieved): boolean {
  if (item.keywordShare < 0.1 && (item.cosine === null || item.cosine < 0.3)) return false;
  return item === best || item.score >= best.score * NEXT_TO_BEST;
}

function listOf(
  world: AbilityWorld,
  intent: Intent,
  { fitting, busy }: { fitting: readonly Candidate[]; busy: Candidate | null },
  from: GeoPoint | null,
): TalkAnswer {
  const asked = wordingsOf(intent).join(" ");
  const shown = fitting
    .slice(0, busy === null ? SHOWN : SHOWN - 1)
    .map((each) => ({ ...each, item: withWhy(asked, each.item) }));
  const best = shown.map(({ item }) => item);
  const presentation = presentationFor(intent, world.city);
  const { parts, confidence } = searchAnswer(best, presentation);
  const { when } = intent;
  if (when === null && from === null) return { parts, ui: null, choices: [] };
  const today = dayOf(world.clock.now, world.clock.zone);
  const items = presentation.arrange(presentation.order(best));
  const lines = items.map((item) => {
    const facts = shown.find((each) => each.item === item)?.facts ?? null;
    const isKnown = when !== null && facts !== null;
    return itemPart(
      item,
      isKnown ? [`free ${daysInSentence(when.first < today ? today : when.first, when.last)}`] : [],
    );
  });
  const isSame = intent.compared === "closer" && items[0]?.source.sourceId === intent.beside?.sourceId;
  const found = prose`${presentation.lead(items, confidence === "sure" ? "sure" : "likely")}.\n`;
  const first = confidence === "maybe" ? (parts[0]?.text ?? found) : found;
  const opening = isSame ? prose`That one is the closest. ${first}` : first;
  const later = busy === null || when === null ? [] : [busyLine(busy, when.first, today)];
  return { parts: [{ text: opening, items: [] }, ...lines, ...later], ui: null, choices: [] };
}

/** The best match, which is taken on the requested days. */
function busyLine({ item, facts }: Candidate, first: Day, today: Day): AnswerPart {
  const next = facts === null ? null : nextFreeDay(facts, first, today);
  const until = next === null ? "taken then" : `taken then, free from ${daysInSentence(next, next)}`;
  return itemPart(item, [until]);
}

/** Answers that there is no match, and names matches that are free on other days, if any. */
function nothing(
  { city, clock }: AbilityWorld,
  intent: Intent,
  { found, suitable }: { found: readonly Candidate[]; suitable: readonly Candidate[] },
): TalkAnswer {
  const { when, compared } = intent;
  const other = suitable.filter(({ facts, item }) => facts !== null && item.keywordShare >= 0.3);
  if (when !== null && other.length > 0) {
    const lines = other.slice(0, SHOWN).map(({ item, facts }) => {
      const next = facts === null ? null : nextFreeDay(facts, when.first, dayOf(clock.now, clock.zone));
      return itemPart(item, next === null ? [] : [`free from ${daysInSentence(next, next)}`]);
    });
    return {
      parts: [
        {
          text: prose`Nothing like that is free ${plain(daysInSentence(when.first, when.last))}. On other days:\n`,
          items: [],
        },
        ...lines,
      ],
      ui: null,
      choices: [],
    };
  }
  if (compared !== null && found.length > 0) return sentences(prose`I find no ${plain(compared)} one.`);
  const { parts } = searchAnswer([], presentationFor(intent, city));
  const need = needInWords(intent, city);
  return {
    parts,
    ui: need === "" ? null : { type: "memory-offer", memoryType: "looking-for", content: needAsNote(need) },
    choices: [],
  };
}
