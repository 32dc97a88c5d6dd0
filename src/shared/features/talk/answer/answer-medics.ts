import { helpText } from "#shared/features/chat/help/help-cards.ts";
import { asksForMedics } from "../understand/cues.ts";
import { type Intent, noIntent } from "../understand/intent.ts";
import type { EarlierTurn } from "../understand/replay.ts";
import { plainWords } from "../understand/plain-words.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { answerNearest } from "./answer-way.ts";
import { answerAbout } from "./answer-words.ts";
import type { TalkAnswer } from "./talk-answer.ts";
import { understand } from "./understand.ts";

/** Words for emergencies in which the way has to wait: the card comes first, and alone. */
const URGENT =
  /\b(?:breath\w*|unconscious|faint\w*|collaps\w*|seizure|dying|die[sd]?|dead|bleed\w*|blood|pulse|heart|chest|chok\w*|overdos\w*|pills?|stroke|spike[sd]|attack\w*|knife|stab\w*|wak(?:e|ing)|respond\w*|not moving|hit by|ran over|head|neck|spine|burning|on fire|help|now|quick\w*|hurry|emergency|please)\b/i;

/** Whether a user asks for medics for an injury with which they can walk there: a cut foot, a blister, "wheres medical". */
export function canWalkToMedics(message: string): boolean {
  return !URGENT.test(message) && asksForMedics(plainWords(message));
}

/**
 * The answer to a message about danger in which the way may come first: the way with the card below it, however the message would otherwise
 * be understood. Null when only the card is right.
 */
export async function wayToMedics(
  world: AbilityWorld,
  earlier: readonly EarlierTurn[],
  message: string,
): Promise<TalkAnswer | null> {
  if (!canWalkToMedics(message)) return null;
  const { intents } = await understand(world, earlier, message);
  const { from, near, to } = intents[0] ?? noIntent;
  return await answerMedics(
    world,
    { ...noIntent, ability: "medical-first", from: from ?? near ?? to },
    message,
  );
}

/** The way to the nearest medics, with the emergency card below it. */
export async function answerMedics(
  world: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<TalkAnswer> {
  const way = await answerNearest(world, { ...intent, topic: "medical" });
  const { parts } = way ?? (await answerAbout(world, { ...intent, topic: "medical" }, message));
  const lead = parts.map(({ text }) => text).join("");
  return {
    parts: [...parts, { text: `\n\n${helpText("emergency")}`, items: [] }],
    ui: { type: "help-card", kind: "emergency", lead },
    choices: [],
  };
}
