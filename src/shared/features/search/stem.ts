// Porter's stemmer (1980), so that a phone and the server stem alike: "cycling", "cycled" and "cycles" get the same stem.

const C = "[^aeiouy][^aeiou]*";
const V = "[aeiouy][aeiou]*";
const CONSONANTS = "[^aeiou][^aeiouy]*";
const VOWELS = "[aeiouy][aeiou]*";
/** At least one vowel followed by a consonant. */
const measured = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const measuredOnce = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const measuredTwice = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const hasVowel = new RegExp(`^(?:${C})?${V}`);
const isShort = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);

const step2: Readonly<Record<string, string>> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const step3: Readonly<Record<string, string>> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const second = new RegExp(`^(.+?)(${Object.keys(step2).join("|")})$`);
const third = new RegExp(`^(.+?)(${Object.keys(step3).join("|")})$`);
const fourth =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

/** The common stem of an English word's forms. Words of two letters, and words in other scripts, are unchanged. */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stem = withoutPlural(word);
  stem = withoutPast(stem);
  if (stem.endsWith("y") && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = exchanged(stem, second, step2);
  stem = exchanged(stem, third, step3);
  const last = fourth.exec(stem);
  if (last?.[1] !== undefined && measuredTwice.test(last[1])) stem = last[1];
  return withoutLastE(stem);
}

function withoutPlural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) return measured.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const stem = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  if (stem === undefined || !hasVowel.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return isShort.test(stem) ? `${stem}e` : stem;
}

function exchanged(word: string, ending: RegExp, by: Readonly<Record<string, string>>): string {
  const [, stem, found] = ending.exec(word) ?? [];
  if (stem === undefined || found === undefined || !measured.test(stem)) return word;
  return stem + (by[found] ?? "");
}

function withoutLastE(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    if (measuredTwice.test(rest) || (measuredOnce.test(rest) && !isShort.test(rest))) stem = rest;
  }
  return stem.endsWith("ll") && measuredTwice.test(stem) ? stem.slice(0, -1) : stem;
}
