import { chatFlaws } from "./chat-flaws.ts";
import { communityFlaws } from "./community-flaws.ts";
import { libraryFlaws } from "./library-flaws.ts";
import { outsideFlaws } from "./outside-flaws.ts";
import type { PlantedFlaw } from "./planted-flaw.ts";
import { sessionFlaws } from "./session-flaws.ts";

/** One flaw for each row of the threat model, or several when a row names several risks. */
export const plantedFlaws: readonly PlantedFlaw[] = [
  ...communityFlaws,
  ...libraryFlaws,
  ...sessionFlaws,
  ...chatFlaws,
  ...outsideFlaws,
];
