import type { Chip } from "#shared/features/chat/proposal.ts";
import type { AbilityWorld } from "./ability-world.ts";

/** Example questions that work here and now: for a city with services, with a place that is known or named. */
export function exampleWords({
  city,
  me,
  home,
  services,
}: Pick<AbilityWorld, "city" | "me" | "home" | "services">): Chip[] {
  const from =
    me !== null ? "" : home !== null ? " from home" : ` from 6:00 & ${city.streets[0]?.name ?? "Esplanade"}`;
  const hasToilet = services.some(({ kind }) => kind === "toilet");
  const questions = [
    "Who can lend me a ladder?",
    "What camps are near 7:30?",
    ...(hasToilet ? [`Nearest toilet${from}`] : []),
    `How do I get to the Temple${from}?`,
    "Who teaches something?",
  ];
  return questions.map((words) => ({ label: words, say: words }));
}
