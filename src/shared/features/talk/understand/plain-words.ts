import { withPeople } from "./read-amount.ts";
import { closestWords } from "#shared/word-likeness.ts";

/** Shorthand and typos, with their replacements. Replaced word for word. */
const shorthand: ReadonlyMap<string, string> = new Map(
  `sry sorry|hu who|hoo who|ther there|theer there|thare there|hre here|gota have to|jus just|arvo afternoon|gd good|gr8 great|mi me|somewher somewhere|halp help|midnite midnight|heer here|heere here|ner near|arund around|arond around|thre there|hom home|watter water|tolet toilet|cofee coffee|coffe coffee|cloest closest|wots what is|wot what|wotcha what|wassup what is up|anyfing anything|anythin anything|sumthin something|sumthing something|sumfin something|somethin something|nothin nothing|nuffin nothing|goin going|doin doing|lookin looking|gettin getting|sleepin sleeping|tryin trying|em them|ofc of course|rite right|fars far is|bog toilet|teh the|wat what|wats what is|wut what|wuts what is|wen when|agen again|til until|till until|hav have|actualy actually|rember remember|remeber remember|rly really|plz please|hows how is|whr where|abt about|mornin morning|evng evening|thier their|thx thanks|bandaid plaster|ankel ankle|megafone megaphone|foto photo|neer near|nere near|wher where|wich which|whre where|n and|ur your|r are|y why|pls please|plz please|plss please|thx thanks|ty thanks|nite night|2nite tonight|tonite tonight|tnite tonight|
  2night tonight|2day today|2moro tomorrow|2morrow tomorrow|tmrw tomorrow|tmr tomorrow|tmw tomorrow|tomoz tomorrow|tomo tomorrow|
  genny generator|gennie generator|geny generator|gen generator|genset generator|sm1 someone|some1 someone|any1 anyone|
  wanna want to|gonna going to|gotta have to|gimme give me|lemme let me|dunno do not know|kinda kind of|
  wheres where is|whats what is|whos who is|hows how is|whens when is|theres there is|thats that is|its it is|
  im i am|ive i have|ill i will|id i would|youre you are|dont do not|doesnt does not|cant cannot|wont will not|isnt is not|arent are not|wasnt was not|
  abt about|bc because|coz because|cuz because|wo without|nr near|nearst nearest|nxt next|bk back|rn right now|asap now|
  def definitely|sth something|smth something|b4 before|l8r later|ppl people|thru through|lil little|ok okay|k okay|ya yes|yea yes|yeah yes|
  yep yes|nope no|nah no|bday birthday|spkr speaker|ext extension|ctr centre|addy address|porto porta|portapotty porta potty|
  portapotties porta potties|portaloo toilet|portaloos toilets|potty toilet|potties toilets|loo toilet|wc toilet|bathroom toilet|restroom toilet|
  ranger rangers`
    .split("|")
    .map((pair) => {
      const [short = "", ...meant] = pair.trim().split(/\s+/);
      return [short, meant.join(" ")] as const;
    }),
);

/**
 * Small words of place and asking, by each spelling with two letters swapped ("cloest", "hwo") or one letter twice ("farr"), except
 * those that are words themselves.
 */
const small: ReadonlyMap<string, string> = new Map(
  "near from here there close closer closest nearest around where what when how and the toilet toilets water home to far way start tonight tomorrow"
    .split(" ")
    .flatMap((word) =>
      Array.from({ length: word.length }).flatMap((_, at): [string, string][] =>
        [
          `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`,
          `${word.slice(0, at + 1)}${word.slice(at)}`,
        ].flatMap((spelt) =>
          spelt === word || /^(?:form|who|own|hoem|too|thee|annd|want)$/.test(spelt) ? [] : [[spelt, word]],
        ),
      ),
    ),
);
/** Words that determine an intent; they are corrected when they are one typo away. */
const vocabulary = (
  "tomorrow tonight saturday sunday monday tuesday wednesday thursday friday somebody someone nearest closest " +
  "generator borrow available directions distance medical toilets temple remember address morning evening weekend " +
  "something bicycle extension speaker workshop"
).split(" ");
const known = new Set(vocabulary);

/** Expands shorthand. The case of letters that may be streets is unchanged. */
export function withoutShorthand(text: string): string {
  return text
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/(?<=\p{L})'(?=s\b|re\b|m\b|ve\b|ll\b|d\b|t\b)/giu, "")
    .replaceAll(/(\p{L})\1{2,}/gu, "$1")
    .replaceAll(/\bm i\b/gi, "am i")
    .replaceAll(
      /\bform (?=(?:my|me|mi|here|hear|hre|hom|home|there|ther|thre|where|camp|the)\b|\d)/gi,
      "from ",
    )
    .replaceAll(/(?<=\b(?:near|neer|ner|from|form|around|arond|arund|by|to|round) )hear\b/gi, "here")
    .replaceAll(/\bw\/o\b/gi, "without")
    .replaceAll(/\bw(?:\/(?=\s|\p{L})| (?=\p{L}))/giu, "with ")
    .replaceAll(/\b2 (?=(?:me|my|the|here|home|us|our|you)\b)/gi, "to ")
    .replaceAll(/\b4 (?=(?:me|my|tonight|tonite|2nite|sat|sun|fri|mon|tomorrow|tmrw|the)\b)/gi, "for ")
    .replaceAll(
      /[\p{L}\p{N}]{2,}/gu,
      (word) => shorthand.get(word.toLowerCase()) ?? small.get(word.toLowerCase()) ?? word,
    );
}

/** Lower case, without shorthand and with the important words spelled correctly. Signs for places (`\uE000...`) are unchanged. */
export function plainWords(text: string): string {
  const plain = withoutShorthand(text)
    .toLowerCase()
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) => shorthand.get(word) ?? small.get(word) ?? corrected(word))
    .replaceAll(/\s+/g, " ")
    .trim();
  return withPeople(plain);
}

function corrected(word: string): string {
  if (word.length < 5 || known.has(word) || word.endsWith("s")) return word;
  const [closest, another] = closestWords(word, vocabulary, (each) =>
    each.length >= 6 && each[0] === word[0] ? (word.length >= 8 ? 2 : 1) : 0,
  );
  return closest !== undefined && another === undefined ? closest : word;
}
