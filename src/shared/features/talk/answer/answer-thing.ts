import { plain, prose } from "#shared/features/chat/prose.ts";
import { dayOf } from "#shared/day.ts";
import { availabilityOf, isFreeOn, nextFreeDay } from "#shared/features/lending/availability.ts";
import { detailsPart } from "#shared/features/chat/answer-part.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { type Intent, noIntent } from "../understand/intent.ts";
import { answerOwner } from "./answer-owner.ts";
import { answerFind } from "./answer-find.ts";
import { answerNearest } from "./answer-way.ts";
import { serviceOf } from "../understand/services.ts";
import { amountInWords, amountsIn } from "../understand/read-amount.ts";
import { SIZE_WORDS } from "../understand/spoken/spoken-words.ts";
import { titleHasWord } from "../understand/spoken/title-has-word.ts";
import type { AbilityWorld, ListingFacts } from "./ability-world.ts";
import { daysInSentence, takenInWords } from "../words/days-taken.ts";
import { placeOf, wayBetween } from "./place-of.ts";
import { roundMetres } from "#shared/features/map/view/direction-words.ts";
import { askBack, sentences, type TalkAnswer } from "./talk-answer.ts";

const MOST_CHOICES = 3;
/** Items looked at around a place. */
const AROUND = 20;

interface Spoken {
  item: Retrieved;
  facts: ListingFacts | null;
}

/** The details of an item: all of them, or the requested aspect. */
export async function answerDetails(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  return await withThing(world, intent, async ({ item, facts }) => {
    const title = prose`**${plain(item.source.title)}**`;
    if (intent.topic === "owner" && facts !== null)
      return sentences(prose`${title} is shared by **${plain(facts.ownerName)}**. Open it to ask them.`, [
        item,
      ]);
    if (intent.topic === "place") return await placeAnswer(world, item);
    const loans = intent.topic === "time" ? await world.ownLines("loans") : null;
    const loan = loans?.find(({ sourceId }) => sourceId === item.source.sourceId);
    if (loan !== undefined) return sentences(prose`${plain(loan.text)}.`, [item]);
    const sizes = amountsIn(`${item.source.title}. ${item.body}`).map(amountInWords);
    if (intent.topic === "size" && sizes.length > 0)
      return sentences(
        prose`${title}: ${plain([...new Set(sizes)].join(", "))}. “${plain(firstLine(item.body))}”`,
        [item],
      );
    return wholeAnswer(world, { item, facts });
  });
}

function wholeAnswer({ clock }: AbilityWorld, { item, facts }: Spoken): TalkAnswer {
  const today = dayOf(clock.now, clock.zone);
  const taken = facts === null ? "" : takenInWords(facts, today, today);
  const more =
    facts === null ? [] : [`shared by ${facts.ownerName}`, taken === "" ? freeNow(facts) : `taken ${taken}`];
  return {
    parts: [
      detailsPart(item, more),
      { text: prose`\n\n${plain(item.body.replaceAll("\n", " · "))}`, items: [] },
    ],
    ui: null,
    choices: [],
  };
}

async function placeAnswer(world: AbilityWorld, item: Retrieved): Promise<TalkAnswer> {
  const { title, place } = item.source;
  if (place === null) return sentences(prose`**${plain(title)}** has no place on the map.`, [item]);
  const me = world.me === null || item.at === null ? null : wayBetween(world, world.me, item.at);
  const far = me === null ? "" : prose`, ${plain(roundMetres(me.metres))} from you`;
  return sentences(prose`**${plain(title)}** is at **${plain(place)}**${far}.`, [item]);
}

/** Whether the item is free on the requested days; without days, when it is taken. */
export async function answerAvailability(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  return await withThing(world, intent, ({ item, facts }) => {
    const title = prose`**${plain(item.source.title)}**`;
    if (facts === null)
      return sentences(prose`${title} is not in the library, so I know no days for it.`, [item]);
    const today = dayOf(world.clock.now, world.clock.zone);
    if (facts.availability !== "available")
      return sentences(prose`${title} can't be had now: ${plain(whyNot(facts))}.`, [item]);
    const taken = takenInWords(facts, today, today);
    const isLate = availabilityOf(facts, today).state === "overdue";
    const late = isLate ? prose` It is overdue: ask its owner whether it is back.` : "";
    if (intent.when === null)
      return sentences(
        taken === ""
          ? prose`${title} is free: no one has asked for it.`
          : prose`${title} is taken ${plain(taken)}, free otherwise.${late}`,
        [item],
      );
    const { first, last } = intent.when;
    if (isFreeOn(facts, intent.when, today))
      return sentences(prose`Yes, ${title} is free ${plain(daysInSentence(first, last))}.${late}`, [item]);
    const next = nextFreeDay(facts, first, today);
    return sentences(
      prose`No, ${title} is taken ${plain(taken)}.${next === null ? "" : prose` It is free again from ${plain(daysInSentence(next, next))}.`}`,
      [item],
    );
  });
}

/** A proposal: no request is sent before the user sends it on the item's own page. */
export async function answerBorrow(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  return await withThing(world, intent, ({ item, facts }) => {
    const title = prose`**${plain(item.source.title)}**`;
    if (facts === null) return sentences(prose`${title} is not in the library. Go and ask there.`, [item]);
    const { when } = intent;
    const today = dayOf(world.clock.now, world.clock.zone);
    const isRepaired = facts.availability === "maintenance";
    if (facts.availability === "unavailable")
      return sentences(prose`${title} can't be had now: ${plain(whyNot(facts))}.`, [item]);
    if (when !== null && !isRepaired && !isFreeOn(facts, when, today)) {
      const next = nextFreeDay(facts, when.first, today);
      return sentences(
        prose`${title} is taken ${plain(takenInWords(facts, when.first, today))}.${next === null ? "" : prose` It is free from ${plain(daysInSentence(next, next))}.`}`,
        [item],
      );
    }
    const days = when === null ? "" : prose` for **${plain(daysInSentence(when.first, when.last))}**`;
    return {
      ...sentences(
        prose`${plain(isRepaired ? "It is being repaired. All the same, you" : "You")} can ask for ${title}${days}. ${plain(facts.ownerName)} says yes or no; nothing is asked for before you tap.${when === null ? prose` Which days do you need it?` : ""}`,
        [item],
      ),
      ui: { type: "proposal", proposal: loanOf(item, when) },
    };
  });
}

function loanOf({ source }: Retrieved, when: Intent["when"]): Proposal {
  return {
    ability: "borrow",
    resourceId: source.sourceId.slice("resource:".length),
    title: source.title,
    first: when?.first ?? null,
    last: when?.last ?? null,
  };
}

/** Resolves the item in question: one shown before, or one found by its name. Asks which one if several match equally well. */
async function withThing(
  world: AbilityWorld,
  intent: Intent,
  answer: (spoken: Spoken) => TalkAnswer | Promise<TalkAnswer>,
): Promise<TalkAnswer> {
  if (intent.among.length > 0) return askWhich(world, intent);
  const named = intent.item === null ? await byName(world, intent) : [];
  const spoken = intent.item ?? (named.length === 0 ? intent.beside : null);
  const items = spoken === null ? named : await world.items([spoken.sourceId]);
  const [item, another] = items;
  if (item === undefined && intent.what === "" && intent.near?.kind !== "service")
    return sentences(prose`Which thing do you mean? Tell me its name.`);
  if (item === undefined && intent.ability === "details") {
    const owner = await answerOwner(world, intent.what);
    if (owner !== null) return owner;
  }
  const service = item === undefined ? serviceIn(intent) : null;
  if (service !== null) {
    const nearest = await answerNearest(world, service);
    if (nearest !== null) return nearest;
  }
  // It may be in a note or in the guide.
  if (item === undefined)
    return await answerFind(world, { ...noIntent, what: intent.what, near: intent.near });
  if (another !== undefined) return askBack(prose`Which one do you mean?`, items);
  const facts = (await world.listings([item.source.sourceId])).get(item.source.sourceId) ?? null;
  return await answer({ item, facts });
}

/**
 * The nearest service of the kind named or mentioned before, with its hours: "is the med tent open?" Null when the question is about no
 * service.
 */
function serviceIn({ what, near }: Intent): Intent | null {
  if (near?.kind === "service") return { ...noIntent, topic: near.service, from: near.from };
  const service = serviceOf(what);
  return service === null ? null : { ...noIntent, topic: service, from: near };
}

/** For example "Which one: the 2 kW at 7:30 or the 900 W at 9:00?" */
async function askWhich(world: AbilityWorld, { among }: Intent): Promise<TalkAnswer> {
  const items = await world.items(among.map(({ sourceId }) => sourceId));
  const order = new Map(among.map(({ sourceId }, place) => [sourceId, place]));
  const placeOf = ({ source }: Retrieved) => order.get(source.sourceId) ?? 0;
  return askBack(
    prose`Which one do you mean?`,
    items.toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
}

/** Items matching the name: one when it is clear, several to choose from when they match equally well, none without a match. */
async function byName(world: AbilityWorld, intent: Intent): Promise<Retrieved[]> {
  if (intent.what === "") return [];
  const near = intent.near === null ? null : await placeOf(world, intent.near);
  const at = near?.kind === "place" ? near.place.at : world.me;
  const size = intent.size === null ? "" : ` ${amountInWords(intent.size)}`;
  const kinds = intent.ability === "details" ? (["camp", "resource"] as const) : (["resource"] as const);
  const found = await world.find({ text: `${intent.what}${size}`, kinds, near: at, limit: 12 });
  const shares = (what: string) =>
    found
      .map((item) => ({ item, share: shareOfTitle(item.source.title, what) }))
      .filter(({ share }) => share > 0);
  const exact = shares(intent.what);
  // "The big pot" may be "Soup pot, 40 l".
  const titled = exact.length > 0 ? exact : shares(intent.what.replaceAll(SIZE_WORDS, ""));
  const sized = titled.filter(({ item }) => hasSize(item, intent.size));
  const fitting = (sized.length > 0 ? sized : titled).toSorted((one, other) => other.share - one.share);
  const [best] = fitting;
  if (best === undefined)
    return (
      (await atNamedPlace(world, intent)) ??
      found.filter(({ keywordShare }) => keywordShare >= 0.6).slice(0, 1)
    );
  const alike = fitting.filter(({ share }) => share >= best.share * 0.75);
  // "The foldy one", after a bike.
  const ofKind = alike.filter(({ item }) => isOfKind(item.source.title, intent.beside?.title ?? ""));
  return (ofKind.length > 0 ? ofKind : alike).slice(0, MOST_CHOICES).map(({ item }) => item);
}

/** Whether a title shares a word with another title's first part: "Loaner bike, folding" and "Loaner bike, blue cruiser". */
function isOfKind(title: string, other: string): boolean {
  return wordsOf(other.split(/[,(:]/)[0] ?? "").some((word) => titleHasWord(title, word));
}

/** "The stage at Velvet Static": items of that name there. Null when no place has that name. */
async function atNamedPlace(world: AbilityWorld, intent: Intent): Promise<Retrieved[] | null> {
  const [, what, name] = /^(.+?) (?:at|from|of|in) (?:the )?(.+)$/.exec(intent.what) ?? [];
  if (what === undefined || name === undefined) return null;
  const found = await placeOf(world, { kind: "named", name });
  if (found.kind !== "place") return null;
  const there = (await world.around(found.place.at, AROUND)).filter(
    ({ source }) => source.kind === "resource" && shareOfTitle(source.title, what) > 0,
  );
  return there.length === 0 ? null : there.slice(0, 1);
}

/** The share of the title's words that were named, if the title contains every named word; otherwise 0. */
export function shareOfTitle(title: string, what: string): number {
  const inTitle = wordsOf(title);
  const words = wordsOf(what);
  const isAll = words.length > 0 && words.every((word) => titleHasWord(title, word));
  return isAll ? words.length / inTitle.length : 0;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:the|a|an|of|for|at|in|and)$/.test(word));
}

/** Whether an item's own text mentions this size, to within 10 %. */
export function hasSize({ source, body }: Retrieved, size: Intent["size"]): boolean {
  return (
    size !== null &&
    amountsIn(`${source.title}. ${body}`).some(
      ({ unit, value }) => unit === size.unit && Math.abs(value - size.value) <= size.value * 0.1,
    )
  );
}

function freeNow({ availability }: ListingFacts): string {
  return availability === "available" ? "free" : "not to be had now";
}

function whyNot({ availability }: ListingFacts): string {
  return availability === "maintenance" ? "it is being repaired" : "its owner has taken it out";
}

function firstLine(body: string): string {
  return body.split("\n", 1)[0] ?? "";
}
