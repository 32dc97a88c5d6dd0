import { communityFlaws } from "./community-flaws.ts";
import { libraryFlaws } from "./library-flaws.ts";
import { outsideFlaws } from "./outside-flaws.ts";
import type { PlantedFlaw } from "./planted-flaw.ts";
import { sessionFlaws } from "./session-flaws.ts";

/** One for each row of the threat model, several where a row names several things that can go wrong. */
export const plantedFlaws: readonly PlantedFlaw[] = [
  ...communityFlaws,
  ...libraryFlaws,
  ...sessionFlaws,
  ...outsideFlaws,
];
