/** Words of asking and leading in, which are not part of a subject. */
const EMPTY = new Set(
  `a able about after before course heavier later nearer nicer own otherwise quieter shorter since stronger argh beauty damn forgive meant mean must nah nobody oops people person phew sorry ugh yep actually again ah all also am an and another any anybody anyone anything anywhere are around as
  asap ask asking asks at available away back badly be best bigger biggest bit borrow borrowing bring bro but by
  both called can cheaper close closer closest could day days dear desperately did different do does down dude each
  else enough equipment every everybody everyone everything exactly exist exists far find fine first fit fits for free friend
  from fully gear get gets give go going gonna good got gotta guys had haha hallo has have he hello help her here
  hey hi him himself hire his hm hmm hook hope hour hours how i id idea ideas if im in instead into is it its ive
  just kind kinda know knows larger largest last least lend lending lends let lighter like lol longer longest
  looby look looking lot make makes man mate may maybe me might minute minutes more my n name named near nearby
  nearest need needs neer new next no not note now of offer offering offers oh ok okay old omg on one ones only
  ooh or other others our out over perhaps pity place places please pls plss poss possible possibly provide quick
  quickly rather really rent request requesting reserve said same say search searched searching second see sell
  sells shall share sharing she shortest should show size sized skills smaller smallest so some somebody someone
  something somewhere sort sorts spare still stronger strongest stuff sure taller talents tell thanks that the
  their them then there these they thing things think third this those to today told tomorrow tonight too try type
  matter matters mind care uh um until up ur urgent urgently us use using very want wants warmer wider was way we
  though tho anymore well what whats when where which who whom whose why will with wonder wondering worth would wow yeah yes you your`.split(
    /\s+/,
  ),
);
export function isEmptyWord(word: string): boolean {
  return EMPTY.has(word);
}

/** These words are meaningless at the edges of a subject; inside, they may belong to it. */
const isEmpty = (word: string) => EMPTY.has(word) || /^\d{1,2}(?:st|nd|rd|th)?$/.test(word);

/** The subject of a text in plain words: from the first to the last meaningful word. Empty when there is none. */
export function subjectOf(text: string): string {
  const words = text
    .replaceAll(/[^\p{L}\p{N}\s'&-]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  const first = words.findIndex((word) => !isEmpty(word));
  if (first === -1) return "";
  const last = words.findLastIndex((word) => !isEmpty(word));
  const subject = words.slice(first, last + 1).join(" ");
  return /^camps?$/.test(subject) ? "" : subject;
}
