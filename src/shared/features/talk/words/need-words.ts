import { formatAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { Day } from "#shared/features/lending/days.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import type { Intent, PlaceRef } from "../understand/intent.ts";
import { amountInWords } from "../understand/read-amount.ts";
import { daysInSentence } from "./days-taken.ts";

/** A need, worded for other users. */
export interface Need {
  /** For example "a 2 kW generator"; empty when the message names no thing. */
  words: string;
  /** An address or a name. Null without one, and for "me" and "home", which stay private. */
  place: string | null;
  first: Day | null;
  last: Day | null;
}

type Needed = Pick<Intent, "what" | "near" | "when" | "size" | "without" | "compared">;

/** The need behind an intent: "need a genny 2kw for sat nite near 7:30" needs a 2 kW generator, near 7:30, on Saturday. */
export function needOfIntent(intent: Needed, city: City): Need {
  const { what, near, when } = intent;
  const words = what === "" ? "" : `${sized(what, intent)}${wishes(intent)}`;
  return {
    words,
    place: near === null ? null : placeName(near, city),
    first: when?.first ?? null,
    last: when?.last ?? null,
  };
}

/** The whole need as one phrase: "a 2 kW generator near 7:30 & E, Fri 4 Sep". Empty when it names no thing. */
export function needInWords(intent: Needed, city: City): string {
  const { words, place, first, last } = needOfIntent(intent, city);
  if (words === "") return "";
  const near = place === null ? "" : ` near ${place}`;
  return `${words}${near}${first === null ? "" : `, ${daysInSentence(first, last ?? first)}`}`;
}

/** As a note of the type looking-for. At most 2,000 characters. */
export function needAsNote(words: string): string {
  return `I'm looking for ${words}`.slice(0, MAX_MEMORY).toWellFormed();
}

function sized(what: string, { size, compared }: Needed): string {
  if (size === null) return withArticle(what);
  const amount = amountInWords(size);
  if (size.unit === "people") return `${withArticle(what)} for ${amount}`;
  if (compared === "bigger" || compared === "smaller")
    return `${withArticle(what)} ${compared} than ${amount}`;
  const named = what.replace(DETERMINED, "");
  return isSeveral(named) || MASS.has(lastWord(named))
    ? `${named} of ${amount}`
    : `${article(amount)} ${amount} ${named}`;
}

function wishes({ without }: Needed): string {
  const words = [...new Set(without)];
  return words.length === 0 ? "" : `, not ${words.join(", ")}`;
}

/** Phrases that already have an article or number: "my bike", "two chairs", "some rope". */
const DETERMINED = /^(?:an?|the|some|any|my|our|your|his|her|their|this|that|these|those|one) /i;
const COUNTED =
  /^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many|more|a few|a couple|lots|enough)\b/i;

/** Uncountable nouns, which take no article. */
const MASS = new Set(
  (
    "water ice food coffee tea wood firewood rope wire tape rebar fuel gas gasoline petrol diesel propane power electricity " +
    "shade help advice first-aid medicine sunscreen dust lighting light music gear equipment fabric cloth paint glue string " +
    "plywood lumber sand storage space bread fruit salt sugar milk oil internet wifi massage yoga repair welding"
  ).split(" "),
);
/** Singular nouns that end in s. */
const ONE = new Set("bus gas canvas compass glass mattress harness cactus lens dress truss press".split(" "));
/** Verbs for skills, in the form that follows "can". */
const SKILLS = new Set(
  (
    "fix repair mend weld sew cut cook teach play help translate massage drive carry build paint lift move solder wire " +
    "climb rig dance sing juggle braid tune sharpen weave print ride tow explain show lend make do know speak dj"
  ).split(" "),
);

/** "a ladder", "an extension cord", "two chairs", "water"; before a skill such as "fix a bike", words for a person. */
export function withArticle(what: string): string {
  const words = what.trim();
  const skill = skilled(words);
  if (skill !== null) return skill;
  if (DETERMINED.test(words) || COUNTED.test(words) || isSeveral(words) || MASS.has(lastWord(words)))
    return words;
  return `${article(words)} ${words}`;
}

function skilled(words: string): string | null {
  const [verb = "", ...rest] = words.toLowerCase().split(/\s+/);
  const isAlone = rest.length === 0;
  // "Cut" and "print" are nouns when they stand alone or before another of these nouns.
  if (
    SKILLS.has(verb) &&
    !isAlone &&
    /^(?:an?|the|my|our|some|with|me|us|in|on|how|french|spanish|german)$/.test(rest[0] ?? "")
  )
    return `someone who can ${words}`;
  if (SKILLS.has(stemOf(verb, "s"))) return isAlone && !verb.endsWith("s") ? null : `someone who ${words}`;
  if (verb.endsWith("ing") && !isAlone && SKILLS.has(stemOf(verb, "ing"))) return `someone ${words}`;
  return null;
}

/** "teach" for "teaches", "carry" for "carries", "weld" for "welding". */
function stemOf(verb: string, ending: "s" | "ing"): string {
  const forms =
    ending === "s"
      ? [
          verb.endsWith("ies") ? verb.replace(/ies$/, "y") : "",
          verb.replace(/es$/, ""),
          verb.replace(/s$/, ""),
        ]
      : [verb.replace(/ing$/, ""), verb.replace(/ing$/, "e"), verb.replace(/(.)\1ing$/, "$1")];
  return forms.find((form) => form !== "" && form !== verb && SKILLS.has(form)) ?? "";
}

/** "an umbrella", "a university", "an 8 m pole", "an hour". */
function article(words: string): "a" | "an" {
  const word = words.toLowerCase();
  if (/^(?:8|11\b|18\b|80)/.test(word)) return "an";
  if (/^(?:hour|honest|heir|led\b|mp3|rv\b|x-?ray|sd\b|fm\b)/.test(word)) return "an";
  if (/^(?:uni(?![nm])|us[ae]|u-|eu|one\b|ukulele|utility|usb|utv)/.test(word)) return "a";
  return /^[aeiou]/.test(word) ? "an" : "a";
}

/** Whether the noun is a plural, such as "chairs for our camp". */
export function isSeveral(words: string): boolean {
  // The words after the noun describe its place or owner: "chairs for our camp".
  const [noun = ""] = words.split(/\s(?:for|of|with|in|on|to|that|which|who)\s/i);
  const last = lastWord(noun);
  return (
    /(?:people|clothes|tongs|pliers|scissors|goggles)$/.test(last) || (/[^su]s$/.test(last) && !ONE.has(last))
  );
}

function lastWord(words: string): string {
  return words.toLowerCase().split(/\s+/).at(-1) ?? "";
}

/** A place in words for other users: an address or a name. Null for "me", "home" and a service. */
export function placeName(near: PlaceRef, city: City): string | null {
  switch (near.kind) {
    case "address":
      return formatAddress(city, near.address) ?? near.words;
    case "shown":
      return near.shown.title;
    case "named":
      return near.name;
    case "me":
    case "home":
    case "service":
      return null;
  }
}
