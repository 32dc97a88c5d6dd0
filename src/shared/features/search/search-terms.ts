import { plainLetters } from "#shared/plain-letters.ts";
import { stemOf } from "./stem.ts";

/** Stop words. Fewer than in keywords.ts: "first" and "last" distinguish two memories. */
const smallWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  done for from get gets getting go goes going gonna got had has have having he her hers him his how i id if ill im in into
  is it its ive just let lets like may me might mine more most much my no nor not of off oh ok okay on once only or our
  ours out over own really same she should so some such than that thats the their theirs them then there theres these they
  theyre this those through to too up us very was we were weve what whats when where which while who whom whose why will
  with would yeah yes you your youre yours
  aber als am an auch auf aus bei das dass dem den der des die du ein eine einem einen einer er es für haben hat ich ihr im
  ist ja mich mir mit nach nicht noch nur ob oder sich sie sind so um und uns von vor war was wenn wer wie wir wo zu zum
  zur`.split(/\s+/),
);

/** Irregular forms that the stemmer cannot reduce to their base form. */
const irregular: ReadonlyMap<string, string> = new Map(
  `went go|gone go|bought buy|brought bring|taught teach|thought think|caught catch|felt feel|found find|gave give|given
  give|made make|met meet|paid pay|ran run|said say|sang sing|saw see|seen see|sent send|slept sleep|sold sell|spent
  spend|spoke speak|stood stand|swam swim|took take|taken take|told tell|won win|wore wear|wrote write|written write|began
  begin|broke break|broken break|built build|chose choose|came come|drank drink|drove drive|ate eat|eaten eat|fell
  fall|flew fly|forgot forget|forgotten forget|grew grow|heard hear|held hold|kept keep|knew know|known know|left
  leave|lent lend|lost lose|rode ride|sat sit|threw throw|woke wake|children child|kids kid|men man|women woman|people
  person|feet foot|teeth tooth|wives wife|lives life|mum mom|mother mom|dad father|bike bicycle|bikes bicycle|fridge
  refrigerator|photo picture|photos picture|movie film|movies film`
    .split("|")
    .map((pair) => {
      const [form = "", word = ""] = pair.trim().split(/\s+/);
      return [form, word] as const;
    }),
);

/** The search terms of a text, in order and with repeats: lower case, no accents, no stop words, stemmed. */
export function searchTerms(text: string): string[] {
  return searchWords(text).map(({ term }) => term);
}

/** The number of a question's search terms that a text has, each as often as the question has it. */
export function termsShared(question: string, text: string): number {
  const terms = new Set(searchTerms(text));
  return searchTerms(question).filter((term) => terms.has(term)).length;
}

/** The words of a text that its search terms come from, in order and with repeats, each with its term. */
export function searchWords(text: string): { word: string; term: string }[] {
  return plainWords(text)
    .filter((word) => !smallWords.has(word))
    .map((word) => ({ word, term: termOf(word) }));
}

/** The distinct terms of a text, each with the first word that produced it. */
export function termsAsWritten(text: string): Map<string, string> {
  return firstOfEach(searchWords(text));
}

/** Words that a user removed from a text: lower case, letters and digits only, without stop words. */
export function wordsLost(before: string, after: string): string[] {
  const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const left = wordsIn(after);
  return [...wordsIn(before)].filter((word) => word.length > 1 && !left.has(word) && !smallWords.has(word));
}

/** The distinct search terms of a question, each with its first word. If it consists of stop words only, those are used. */
export function questionTerms(text: string): Map<string, string> {
  const words = searchWords(text);
  return firstOfEach(
    words.length > 0 ? words : plainWords(text).map((word) => ({ word, term: termOf(word) })),
  );
}

function firstOfEach(words: readonly { word: string; term: string }[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { word, term } of words) if (!found.has(term)) found.set(term, word);
  return found;
}

function termOf(word: string): string {
  return stemOf(irregular.get(word) ?? word);
}

/** "Don't" is one word, "7:30-ish" three. */
function plainWords(text: string): string[] {
  return plainLetters(text)
    .replaceAll(/['`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
