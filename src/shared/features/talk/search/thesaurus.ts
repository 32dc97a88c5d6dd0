/**
 * Everyday words and this festival's words for the same thing, where search by meaning does not connect them: the embedding of a short
 * question is close to everything. Replaced word for word; the first match wins.
 */
const otherWords: readonly (readonly [RegExp, string])[] = [
  // For a request without a subject, the library shows the kinds of items it has.
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
  [/\b(?:esk(?:y|ies)|cool ?box(?:es)?|ice ?box(?:es)?|ice chests?|coolers?)\b/gi, "cooler ice chest"],
  [
    /\b(?:awnings?|sun ?shades?|shade ?cloth|tarps?|marquees?|gazebos?|canop(?:y|ies))\b/gi,
    "canopy shade tarp",
  ],
  [/\b(?:bull ?horns?|loud ?hailers?|megaphones?)\b/gi, "megaphone"],
  [/\b(?:beamers?|projectors?)\b/gi, "projector"],
  [/\b(?:(?:extension|power) leads?|extension cables?|power (?:cords?|cables?))\b/gi, "extension cord cable"],
  [/\b(?:seats?|seating|stools?)\b/gi, "chairs"],
  [/\b(?:stitch(?:es|ed|ing)?|mend(?:s|ing)?|needle and thread|tailors?|seamstress)\b/gi, "sewing mending"],
  [
    /\b(?:punctures?|flat tyres?|flat tires?|patch(?:es)? (?:bikes?|tyres?|tires?|tubes?))\b/gi,
    "bike repair tire patch",
  ],
  [/\b(?:torch(?:es)?|flash ?lights?|head ?torch(?:es)?)\b/gi, "headlamp flashlight light"],
  [/\b(?:mattress(?:es)?|air ?beds?|sleeping mats?|inflatables?)\b/gi, "mattress sleeping pad"],
  [/\b(?:sleeping ?bags?|duvets?|quilts?)\b/gi, "sleeping bag blanket"],
  [
    /\b(?:power ?banks?|battery packs?|juice (?:for|up) my phone|phone chargers?)\b/gi,
    "power bank charge phones",
  ],
  [/\b(?:saucepans?|pots?|cauldrons?|stock ?pots?)\b/gi, "pot"],
  [/\b(?:hobs?|burners?|cookers?|stoves?)\b/gi, "stove burner"],
  [/\b(?:gen ?sets?|gennies|genny|generators?|inverters?)\b/gi, "generator"],
  [/\b(?:jerry ?cans?|canisters?|water jugs?)\b/gi, "water canister jug"],
  [/\b(?:trolleys?|barrows?|wheelbarrows?|hand ?carts?|wagons?)\b/gi, "cart wagon"],
  [/\b(?:rugs?|carpets?)\b/gi, "carpet rug"],
  [/\b(?:fairy lights?|string lights?|led strips?)\b/gi, "string lights led"],
  [/\b(?:spanners?|wrench(?:es)?)\b/gi, "wrench tools"],
  [/\b(?:mallets?|sledge ?hammers?)\b/gi, "sledgehammer hammer"],
  [/\b(?:mics?|microphones?)\b/gi, "microphone"],
  [/\b(?:goggles|eye protection|protect my eyes)\b/gi, "goggles"],
  [/\b(?:respirators?|dust masks?|for breathing)\b/gi, "dust mask"],
  [/\b(?:hair ?dressers?|barbers?|hair ?cuts?|cut my hair)\b/gi, "haircut"],
  [/\b(?:back ?rubs?|knots in my back|masseur|masseuse|massages?)\b/gi, "massage"],
  [/\b(?:interpreters?|translat(?:e|es|or|ors|ing|ion))\b/gi, "translation translator language"],
  [/\b(?:a lift|my lift|lift home|lifts)\b/gi, "ride home"],
  [/\b(?:tablets?|medicines?|meds|medication)\b/gi, "pills"],
  [/\b(?:suitcases?|luggage|rucksacks?)\b/gi, "suitcase backpack bag"],
  [/\b(?:push ?bikes?|cruisers?|wheels to ride)\b/gi, "bike"],
];

/** The question in the festival's own words; null when they are the same. */
export function inOtherWords(question: string): string | null {
  const reworded = otherWords.reduce((text, [words, instead]) => text.replaceAll(words, instead), question);
  return reworded === question ? null : reworded;
}
