/**
 * Replaces typographic signs with their plain keyboard forms: phones type curly apostrophes, and copied names contain long dashes,
 * non-breaking hyphens and spaces. The length is unchanged.
 */
export function plainSigns(text: string): string {
  return text
    .replaceAll(/[‘’‛ʼʹ′`´＇]/g, "'")
    .replaceAll(/[\p{Pd}−⁃]/gu, "-")
    .replaceAll(/\p{Zs}/gu, " ");
}

/**
 * Folds a pseudonym to the form in which it must be unique. Users cannot distinguish names on a screen by letter case, Unicode forms,
 * look-alike letters of other scripts, spaces or punctuation, so these do not count as differences here.
 *
 * Covers a deliberately small part of the confusables of Unicode TR 39: Cyrillic and Greek letters with a Latin twin, and the digits 0 and
 * 1. A capital I looks like an l, and capitals count as lower case, so i, l and 1 are all the same.
 */
export function foldPseudonym(pseudonym: string): string {
  const folded = plainSigns(pseudonym)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/[\s_.'-]+/g, " ")
    .trim();
  return Array.from(folded, (letter) => TWINS.get(letter) ?? letter).join("");
}

const TWINS = new Map(
  Object.entries({
    a: "аα",
    b: "вβ",
    c: "с",
    d: "ԁ",
    e: "еε",
    h: "нһ",
    j: "ј",
    k: "кκ",
    l: "i1|ıіι",
    m: "мμ",
    n: "η",
    o: "0оο",
    p: "рρ",
    q: "ԛ",
    r: "г",
    s: "ѕ",
    t: "тτ",
    u: "υ",
    v: "ѵν",
    w: "ԝ",
    x: "хχ",
    y: "уγ",
    z: "ζ",
  }).flatMap(([latin, twins]) => Array.from(twins, (twin) => [twin, latin] as const)),
);
