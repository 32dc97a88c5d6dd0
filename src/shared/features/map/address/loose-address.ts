import { streetNamePattern } from "./street-names.ts";

const hourWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "7", "7 o'clock", "seven", "730", "7:30": forms of an hour of the city's clock beside a street. */
const HOUR = String.raw`(?:\d{1,2}[:.]\d{2}|\d{1,2} (?:00|15|30|45)|\d{3,4}|\d{1,2}|${hourWords.join("|")})`;
const CLOCK = String.raw`(${HOUR})(\s*o'?\s?clock)?`;
const SIGN = String.raw`\s*[&@/+]\s*`;
const JOINED = String.raw`(?:${SIGN}|\s+(?:and|an|n|x|at)\s+)`;
const NAME = `(?:${streetNamePattern})`;
/** "a" and "i" are also words. */
const LETTER = "[b-hj-l]";
const END = String.raw`(?=$|[\s.,;:!?)])`;

/** Each form with the group numbers of its hour and its street. */
const forms: readonly { form: RegExp; hour: number; street: number }[] = [
  { form: new RegExp(String.raw`\b${CLOCK}${JOINED}(${NAME}|${LETTER})${END}`, "giu"), hour: 1, street: 3 },
  { form: new RegExp(String.raw`\b${CLOCK}${SIGN}([ai])${END}`, "giu"), hour: 1, street: 3 },
  // "3 and A" ends a phrase, "3 and a half" does not.
  {
    form: new RegExp(String.raw`\b${CLOCK}\s+and\s+([ai])(?=\s*(?:$|[.,;!?]|to\b))`, "giu"),
    hour: 1,
    street: 3,
  },
  { form: new RegExp(String.raw`\b(${NAME}|${LETTER})${JOINED}${CLOCK}${END}`, "giu"), hour: 2, street: 1 },
  // "430 f", "from 9 b", "4:15 D"
  {
    form: new RegExp(
      String.raw`\b(\d{1,2}:\d{2}|[1-9]\d{2}|1[0-2]\d{2})()\s+(${NAME}|${LETTER})${END}`,
      "giu",
    ),
    hour: 1,
    street: 3,
  },
  {
    form: new RegExp(
      String.raw`(?<=^|\b(?:from|to|at|near)\s)(\d{1,2})()\s+(${LETTER})(?=$|[?!.,]|\s+(?:to|from)\b)`,
      "giu",
    ),
    hour: 1,
    street: 3,
  },
];
/** Requires "near" or the like before it: "at 9 o'clock" is a time of day. */
const ALONE = new RegExp(String.raw`(?<=\b(?:near|around|on|along)\s)(${HOUR})\s*o'?\s?clock\b`, "giu");

/** For example "near 9". */
const NEAR_HOUR =
  /(?<=\b(?:near|around|close to|closer to|closest to|next to|by)\s)(\d{1,2})(?=\s*(?:$|[?!.,]))/giu;

/** "7:30 fucking E", "7:45, like, C": a curse or a filler between the hour and the street. */
const FILLED = new RegExp(
  String.raw`\b(\d{1,2}[:.]\d{2})(?:[\s,&-]+(?:and|n|at))?(?:[\s,-]+(?:fuck\w*|frea?kin\w*|friggin\w*|bloody|god ?damn|damn|effin\w*|like|um+|uh+|er+m?|eh|hmm+|well|ish))+[\s,&-]+(?:(?:and|n|at)\s+)?(${NAME}|${LETTER})${END}`,
  "giu",
);

/**
 * Rewrites loosely written addresses in a sentence as on the street signs: "8 and c" becomes "8:00 & C", "six o'clock and esplanade"
 * becomes "6:00 & esplanade", "730 & e" becomes "7:30 & E". Anything else stays unchanged, including "2 and a half".
 */
export function clarifyAddresses(said: string): string {
  const sentence = said.replace(FILLED, "$1 & $2");
  const joined = forms.reduce(
    (text, { form, hour, street }) =>
      text.replace(form, (...found: string[]) => {
        const clock = clockOf(found[hour] ?? "");
        return clock === null ? (found[0] ?? "") : `${clock} & ${signOf(found[street] ?? "")}`;
      }),
    sentence,
  );
  return joined
    .replace(NEAR_HOUR, (whole, hour: string) => clockOf(hour) ?? whole)
    .replace(ALONE, (whole, hour: string) => clockOf(hour) ?? whole);
}

function signOf(street: string): string {
  return street.length === 1 ? street.toUpperCase() : street;
}

/** As "7:30"; null when no clock can show it. */
function clockOf(text: string): string | null {
  const word = hourWords.indexOf(text.toLowerCase());
  const digits = word === -1 ? text.replaceAll(/\D/g, "") : String(word + 1);
  const [hour, minute] = digits.length > 2 ? [digits.slice(0, -2), digits.slice(-2)] : [digits, "00"];
  const isShown = Number(hour) >= 1 && Number(hour) <= 12 && Number(minute) <= 59;
  return isShown ? `${Number(hour)}:${minute}` : null;
}
