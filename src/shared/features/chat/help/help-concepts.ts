// Concepts used by the help rules, as parts of patterns over plain words: lower case, no accents, no apostrophes, single spaces between
// words.

export const PERSON =
  "(?:he|she|they|hes|shes|theyre|someone|somebody|anybody|friend|friends|buddy|mate|bro|dude|partner|girlfriend|boyfriend|husband|wife|fiancee?|guy|girl|man|men|woman|women|lady|person|people|kid|child|boy|baby|neighbou?rs?|neighbou?r s|campmate|tentmate|roommate|participant|stranger|brother|sister|mom|mum|mother|dad|father|grandpa|grandma|grandfather|grandmother|uncle|aunt|cousin|son|daughter|ex|driver|dj|volunteer)";
/** A person who may do something to another person. */
export const OTHER =
  "(?:he|she|they|hes|shes|theyre|someone|somebody|friend|dude|partner|girlfriend|boyfriend|husband|wife|guy|guys|man|men|woman|person|people|neighbou?rs?|neighbou?r s|campmate|tentmate|stranger|creep|ex|boss|drunk|predator)";
export const SUBSTANCE =
  "(?:mdma|molly|ecstasy|xtc|acid|lsd|shrooms?|mushrooms|ketamine|ket|ghb|gbl|coke|cocaine|speed|meth|crystal|fentanyl|heroin|opioids?|opiates|oxy|xanax|benzos?|2cb|2c b|tusi|dmt|ayahuasca|mescaline|peyote|salvia|weed|cannabis|thc|edibles?|alcohol|booze|vodka|whiskey|whisky|tequila|rum|pills?|tabs?|drugs?|substances?|nitrous|whippets|poppers|kratom|medication|meds)";
export const CHILD =
  "(?:kid|kids|child|children|son|daughter|toddler|baby|boy|girl|little (?:brother|sister|one)|nephew|niece|grandson|granddaughter)";
export const BODY =
  "(?:head|neck|back|spine|skull|eyes?|face|jaw|teeth|chest|ribs?|shoulder|arm|elbow|wrist|hands?|fingers?|thumb|hip|leg|knee|ankle|foot|feet|toes?|belly|stomach|throat)";

/** `first`, at most `gap` other words, then `second`. */
export function near(first: string, second: string, gap: number): string {
  return `(?:${first})(?: \\w+){0,${gap}} (?:${second})`;
}

/** Like `near`, in either order. */
export function togetherWith(one: string, other: string, gap: number): string {
  return `${near(one, other, gap)}|${near(other, one, gap)}`;
}

/** Patterns that begin and end at word boundaries. */
export function phrases(...sources: string[]): RegExp[] {
  return sources.map((source) => new RegExp(`(?:^| )(?:${source})(?= |$)`));
}
