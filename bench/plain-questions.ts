/**
 * Everyday questions and requests as people type them to a companion. bench/train-help.ts learns them as harmless, in addition to messages
 * written by people. They are sentences of bench/plain-questions with words filled in, each in several styles: as written, typed on a
 * phone, and with the grammar of a non-native speaker. The same seed gives the same questions.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mulberry32 } from "./logistic-regression.ts";

const FOLDER = join(import.meta.dirname, "plain-questions");
const WORDS = "words.txt";
/** Sections whose sentences already have a specific style. */
const AS_WRITTEN = new Set(["polite", "foreign", "short"]);
/** Number of variants of a sentence in each style. */
const TIMES = { written: 2, typed: 3, foreign: 1 };
const TYPO_SHARE = 0.3;

const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["you", ["u"]],
  ["your", ["ur"]],
  ["are", ["r", "are"]],
  ["and", ["n", "&", "and"]],
  ["the", ["the", "teh", "da", "th"]],
  ["to", ["2", "to", "to"]],
  ["for", ["4", "for"]],
  ["please", ["pls", "plz"]],
  ["people", ["ppl"]],
  ["what", ["wat", "what", "wht"]],
  ["where", ["wheres", "wher", "were", "where"]],
  ["with", ["w", "with"]],
  ["from", ["frm", "from"]],
  ["tonight", ["2nite", "tonite"]],
  ["tomorrow", ["tmrw", "tomoro", "2moro"]],
  ["today", ["2day", "today"]],
  ["saturday", ["sat"]],
  ["friday", ["fri"]],
  ["sunday", ["sun"]],
  ["now", ["rn", "now"]],
  ["something", ["smth", "sth", "something"]],
  ["someone", ["sm1", "someone"]],
  ["anyone", ["any1", "anyone"]],
  ["about", ["abt", "about"]],
  ["want", ["wanna", "want"]],
  ["going", ["goin", "going"]],
  ["because", ["cuz"]],
  ["know", ["kno", "know"]],
  ["how", ["hw", "how", "how"]],
  ["is", ["is", "is", "s"]],
  ["thanks", ["thx", "ty"]],
  ["why", ["y", "why"]],
]);
const BEFORE = ["hey", "hey looby", "looby", "ok", "so", "hi", "yo", "and", "quick question", "um", "also"];
const AFTER = ["pls", "please", "thx", "asap", "rn", "lol", "??", "?", "anyone", "thanks", "again"];

/** Every question once, in a reproducible order. */
export function plainQuestions(): string[] {
  const random = mulberry32(23);
  const words = sectionsOf(WORDS);
  const sentences = readdirSync(FOLDER)
    .toSorted()
    .filter((file) => file !== WORDS)
    .flatMap((file) => [...sectionsOf(file)]);
  const questions = sentences.flatMap(([section, lines]) =>
    lines.flatMap((line) => {
      const filled = () => withWords(line, words, random);
      return [
        ...times(TIMES.written, filled),
        ...times(TIMES.typed, () => typed(filled(), random)),
        ...(AS_WRITTEN.has(section) ? [] : times(TIMES.foreign, () => inForeignGrammar(filled(), random))),
      ];
    }),
  );
  return [...new Set(questions)];
}

function sectionsOf(file: string): Map<string, string[]> {
  const sections = readFileSync(join(FOLDER, file), "utf8").split(/^= /mu).slice(1);
  return new Map(
    sections.map((section) => {
      const [name = "", ...lines] = section.split("\n");
      return [name, lines.filter((line) => line !== "")];
    }),
  );
}

/** Fills in words, also within the filled-in words: "{near}" may be "near {place}". */
function withWords(
  line: string,
  words: ReadonlyMap<string, readonly string[]>,
  random: () => number,
): string {
  const filled = line.replaceAll(/\{(\w+)\}/g, (_, name: string) => oneOf(words.get(name) ?? [], random));
  return filled.includes("{") ? withWords(filled, words, random) : filled;
}

/** Lower case, no apostrophes, abbreviations and typos. */
function typed(text: string, random: () => number): string {
  const words = text
    .toLowerCase()
    .replaceAll(/['’.,:]+(?!\d)/g, "")
    .split(" ")
    .map((word) => {
      const forms = SHORT_FORMS.get(word);
      return forms !== undefined && random() < 0.6 ? oneOf(forms, random) : word;
    });
  const slipped = random() < TYPO_SHARE ? withSlip(words, random) : words;
  return [
    ...(random() < 0.15 ? [oneOf(BEFORE, random)] : []),
    ...slipped,
    ...(random() < 0.15 ? [oneOf(AFTER, random)] : []),
  ].join(" ");
}

/** Swaps, drops or doubles a letter in a word that is long enough. */
function withSlip(words: readonly string[], random: () => number): string[] {
  const at = Math.floor(random() * words.length);
  return words.map((word, index) => {
    if (index !== at || !/^[a-z]{4,}$/.test(word)) return word;
    const place = 1 + Math.floor(random() * (word.length - 2));
    const [one, other] = [word.charAt(place), word.charAt(place + 1)];
    const slips = [other + one, other, one + one + other];
    return word.slice(0, place) + oneOf(slips, random) + word.slice(place + 2);
  });
}

/** Without articles and auxiliary verbs, and with the verb where it would be in a statement. */
function inForeignGrammar(text: string, random: () => number): string {
  const bare = text
    .replace(/\b(how|where|when|what|who) (?:do|does|can) (i|we|you) /i, "$1 $2 ")
    .replace(/^(?:do|does) /i, "")
    .replace(/^(?:can|could) (i|we|you) /i, "$1 can ")
    .replaceAll(/ (?:the|a|an) /g, (article) => (random() < 0.6 ? " " : article));
  const please = oneOf(["", "", "please ", "hello, ", "sorry, "], random);
  return `${please}${bare}${oneOf(["", "", " please", "?"], random)}`;
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}

function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
