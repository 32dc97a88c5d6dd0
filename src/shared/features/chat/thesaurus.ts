/**
 * Everyday words and this festival's words for the same thing, where search by meaning does not connect them: the embedding of a short
 * question is close to everything. Replaced word for word; the first match wins.
 */
const otherWords: readonly (readonly [RegExp, string])[] = [
  // Asked for anything at all, the library shows the kinds of items it has.
  [
    /\b(?:what|anything|something)(?: things)?(?: that)? (?:can|could|may) (?:i|we) (?:borrow|use)\b/gi,
    "spare tools, lights, bikes, blankets",
  ],
  [/\b(?:bicycles?|cycle|push ?bike)\b/gi, "bike"],
  [/\b(?:kids?|toddlers?|little ones)\b/gi, "children"],
  [
    /\b(?:pay(?:ing|ment)?|buy(?:ing)?|purchase|cash|price|prices|money|atm|credit card|debit card)(?: (?:with|by) (?:an? )?(?:card|phone|cash))?\b/gi,
    "sold gift",
  ],
  [/\b(?:sell|sells|shop|store|vendor|vendors)\b/gi, "sold gift"],
  [/\b(?:wi-?fi|internet|reception|cell service|mobile data|network)\b/gi, "signal phones"],
  [/\b(?:trash|garbage|rubbish|litter|waste|bins?|recycling)\b/gi, "leave no trace"],
  [/\b(?:loo|loos|bathrooms?|restrooms?|wc|porta ?pott(?:y|ies)|pee)\b/gi, "toilets"],
  [/\b(?:dish ?water|waste ?water|shower water|dirty water)\b/gi, "grey water"],
  [/\b(?:trousers|pants|jeans|shirt|skirt|dress|jacket|coat)\b/gi, "clothes costume"],
  [/\b(?:coffee|cappuccino|latte)\b/gi, "coffee espresso"],
  [/\b(?:plasters?|band ?aids?|bandages?)\b/gi, "wound first aid"],
  [/\b(?:torn|ripped|tear)\b/gi, "torn sewing"],
  [/\b(?:sunstroke|overheated|boiling|sweltering)\b/gi, "heat cooling shade"],
  [/\b(?:freezing|chilly)\b/gi, "cold warm"],
  [/\b(?:sandstorm|white ?out|dust ?storm)s?\b/gi, "whiteout dust storm"],
  [/\b(?:movies?|films?)\b/gi, "film cinema"],
  [/\b(?:pa|public address|loudspeakers?|sound system)\b/gi, "speaker microphone"],
  [/\b(?:married|marry|wedding)\b/gi, "wedding officiant"],
  [/\b(?:beer|drinks?|food) cold\b|\bfridge\b/gi, "ice chest"],
  [/\b(?:art ?cars?|mutant vehicles?)\b/gi, "art cars"],
  [/\b(?:mail|postcards?|parcel)\b/gi, "letter post"],
  [/\b(?:bed(?:time)?|lullaby)\b/gi, "bedtime story sleep"],
];

/** The question in the festival's own words; null when they are the same. */
export function inOtherWords(question: string): string | null {
  const said = otherWords.reduce((text, [words, instead]) => text.replaceAll(words, instead), question);
  return said === question ? null : said;
}
