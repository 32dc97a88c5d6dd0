import { chosenFrom } from "./choose-item.ts";
import type { Intent, Shown, TalkState } from "../intent.ts";
import { amountsIn } from "../read-amount.ts";
import type { Reading } from "../read-message.ts";
import { OPEN } from "./spoken-place.ts";
import { isEmptyWord } from "../subject.ts";
import { titleHasWord } from "./title-has-word.ts";

/** Abilities for items that can be borrowed. */
const OF_LISTINGS = new Set<Intent["ability"]>(["availability", "borrow"]);

/** The shown item a message refers to: by position in the list, pronoun, name, or because the message names no other. */
export function itemOf(reading: Reading, ability: Intent["ability"], state: TalkState): Shown | null {
  const shown = state.shown.filter((each) => canBe(ability, each));
  const chosen = chosenFrom(reading, state);
  if (chosen !== null) return chosen;
  const focus = focusOf(ability, state);
  if (reading.ordinal !== null && shown.length > 0) {
    const found = reading.ordinal === -1 ? shown.at(-1) : shown[reading.ordinal];
    if (found !== undefined) return found;
  }
  const needsItem = ability === "details" || ability === "availability" || ability === "borrow";
  if (!needsItem && ability !== "directions" && ability !== "distance") return null;
  const byName = reading.what === "" ? undefined : shown.find(({ title }) => isNamed(title, reading.what));
  const mentioned = mentionedIn(reading.text, shown);
  const named =
    byName ??
    (mentioned !== null && hasOtherName(reading.what, mentioned) ? null : mentioned) ??
    (needsItem ? sizedIn(reading.text, shown) : null);
  if (named !== null) return named;
  if (reading.what !== "" || (!needsItem && !reading.hasPronoun && reading.places.length > 0)) return null;
  const { intent } = state;
  if (ability === "details" && state.place?.kind === "service" && OPEN.test(reading.wholeText)) return null;
  return (needsItem && intent?.ability === "find" ? ofSize(shown, intent.size) : null) ?? focus;
}

/** The candidates when several items of a kind were just shown and the message does not say which is meant. */
export function amongShown(
  reading: Reading,
  ability: Intent["ability"],
  { intent, shown }: TalkState,
): Shown[] {
  const isOpen = OF_LISTINGS.has(ability) && intent?.ability === "find" && intent.compared === null;
  if (!isOpen || reading.ordinal !== null || reading.what !== "" || reading.size !== null) return [];
  const possible = shown.filter((each) => canBe(ability, each));
  if (mentionedIn(reading.text, possible) !== null || sizedIn(reading.text, possible) !== null) return [];
  const alike = possible.filter(({ title }) => isNamed(title, intent.what));
  return alike.length > 1 && ofSize(alike, intent.size) === null ? alike : [];
}

/** The only one with this size in its title; null when there is none. */
function ofSize(shown: readonly Shown[], size: Intent["size"]): Shown | null {
  const [only, other] = shown.filter(({ title }) =>
    amountsIn(title).some(({ unit, value }) => unit === size?.unit && value === size.value),
  );
  return other === undefined ? (only ?? null) : null;
}

function canBe(ability: Intent["ability"], { sourceId }: Shown): boolean {
  return !OF_LISTINGS.has(ability) || sourceId.startsWith("resource:");
}

/** The item in focus, if the ability applies to it; otherwise the first shown item to which it applies. */
export function focusOf(ability: Intent["ability"], { focus, shown }: TalkState): Shown | null {
  if (focus !== null && canBe(ability, focus)) return focus;
  return shown.find((each) => canBe(ability, each)) ?? null;
}

/** Numbers that titles write in digits: "40 folding chairs". */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  "ten 10|twelve 12|fifteen 15|twenty 20|thirty 30|forty 40|fifty 50|sixty 60|hundred 100"
    .split("|")
    .map((pair): [string, string] => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""]),
);

/** The shown item whose title shares more words with the message than any other: "the foldy one". */
function mentionedIn(text: string, shown: readonly Shown[]): Shown | null {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => NUMBERS.get(word) ?? word)
    .filter((word) => /^\d{2,}$/.test(word) || (word.length >= 4 && !isEmptyWord(word)));
  const counted = shown
    .map((item) => ({ item, count: words.filter((word) => titleHasWord(item.title, word)).length }))
    .toSorted((one, other) => other.count - one.count);
  const [best, next] = counted;
  if (best === undefined || best.count === 0 || best.count === next?.count) return null;
  return best.item;
}

/** "Lantern Fish" is not Camp Lantern: a short name with a word that the title lacks. */
function hasOtherName(what: string, { title }: Shown): boolean {
  const words = what.split(/\s+/).filter((word) => word.length > 2);
  return words.length > 1 && words.length < 4 && words.some((word) => !titleHasWord(title, word));
}

const SMALL_ONE =
  /\b(?:(?:the|that|this) (?:small|smaller|little|short|shorter|light|lighter|weak|cheap)(?: one)?|(?:small|little|short) one)\b/;
const BIG_ONE =
  /\b(?:(?:the|that|this) (?:big|bigger|large|larger|long|longer|tall|taller|strong|stronger|heavy)(?: one)?|(?:big|large|long) one)\b/;

/** The shown item with the smallest or largest size in its title: "the small one". Null when sizes do not differ. */
function sizedIn(text: string, shown: readonly Shown[]): Shown | null {
  const sign = BIG_ONE.test(text) ? -1 : SMALL_ONE.test(text) ? 1 : 0;
  if (sign === 0) return null;
  const sized = shown
    .flatMap((item) =>
      amountsIn(item.title)
        .slice(0, 1)
        .map(({ value, unit }) => ({ item, value, unit })),
    )
    .filter(({ unit }, _, all) => unit === all[0]?.unit)
    .toSorted((one, other) => sign * (one.value - other.value));
  const [best, next] = sized;
  return best === undefined || next === undefined || best.value === next.value ? null : best.item;
}

function isNamed(title: string, what: string): boolean {
  const words = title.toLowerCase();
  return what.split(/\s+/).every((word) => words.includes(word.replace(/(?<=...)(?:es|s)$/, "")));
}
