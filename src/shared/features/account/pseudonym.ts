/**
 * What makes two pseudonyms the same name: letter case, Unicode forms, look-alike letters of other scripts, blanks and
 * punctuation do not tell people apart on a screen, so they do not here.
 *
 * A deliberately small part of the confusables of Unicode TR 39: Cyrillic and Greek letters with a Latin twin, and the
 * digits 0 and 1. A capital I is an l, and capitals count as small letters: so i, l and 1 are one.
 */
export function foldPseudonym(pseudonym: string): string {
  const folded = pseudonym
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
