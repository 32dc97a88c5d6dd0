import type { ServiceKind } from "#shared/features/map/city/city.ts";

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
    /\blost (?:and|&|n) found\b|\blost property\b|\b(?:i )?(?:lost|found) (?:my|a|an|someone's|somebodys|the|this)\b/,
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
