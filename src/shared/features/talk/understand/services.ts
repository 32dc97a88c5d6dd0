import type { ServiceKind } from "#shared/features/map/city/city.ts";

/** Places and food that users find for themselves: "we found a quiet place" is not about a lost thing. */
export const FOUND_PLACES =
  "place|spot|corner|space|room|shade|camp|party|bar|stage|street|temple|toilets?|water|ice|food|coffee|tea|drinks?|music|person|guy|girl|way|solution|answer|one";
const words: readonly (readonly [ServiceKind, RegExp])[] = [
  [
    "toilet",
    /\b(?:toilets?|porta pott(?:y|ies)|portos?|pee|poo|poop|piss|latrines?|lavator(?:y|ies)|washrooms?|johns?|throne)\b/,
  ],
  ["ice", /\bice\b(?! (?:chest|box|cream|breaker|bath))/],
  [
    "water",
    /\b(?:(?:drinking |potable |fresh |tap )?water)\b(?! (?:pistol|gun|bottle|tank|pump|container|jug|proof|filter|balloon))|\b(?:refill|fill up|fill my bottle)\b/,
  ],
  [
    "lost-and-found",
    new RegExp(
      `\\blost (?:and|&|n) found\\b|\\blost property\\b|\\b(?:i )?(?:lost|found) (?:my|a|an|someone's|somebodys|the|this)\\b(?! (?:\\w+ ){0,2}(?:${FOUND_PLACES})\\b)`,
    ),
  ],
  ["ranger", /\brangers?\b/],
  ["information", /\binfo(?:rmation)?(?: (?:booth|desk|point|stand|tent|centre|center))\b|\bplaya info\b/],
  [
    "medical",
    /\b(?:medical|med tents?|medics?|first aid|doctors?|nurses?|rampart|infirmary|hospital|paramedics?)\b/,
  ],
];

/** The service that a text in plain words requests; null when there is none. */
export function serviceOf(text: string): ServiceKind | null {
  return words.find(([, spelling]) => spelling.test(text))?.[0] ?? null;
}

/** The service that a place is named as: "the toilet", "medical tent"; null for any other name. */
export function serviceNamed(name: string): ServiceKind | null {
  const bare = name.replace(/ (?:tents?|posts?|stations?|points?)$/, "");
  return words.find(([, spelling]) => spelling.exec(bare)?.[0] === bare)?.[0] ?? null;
}
