import { joined, prose } from "#shared/features/chat/prose.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import { helpText } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { asksForMedics } from "../understand/cues.ts";
import type { Intent } from "../understand/intent.ts";
import { plainWords } from "../understand/plain-words.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { answerNearest } from "./answer-way.ts";
import { answerAbout } from "./answer-words.ts";
import type { TalkAnswer } from "./talk-answer.ts";

/** Words for emergencies in which the way has to wait: only the card is shown. */
const URGENT =
  /\b(?:breath\w*|unconscious|faint\w*|collaps\w*|seizure|dying|die[sd]?|dead|bleed\w*|blood|pulse|heart|chest|chok\w*|overdos\w*|pills?|stroke|spike[sd]|attack\w*|knife|stab\w*|wak(?:e|ing)|respond\w*|not moving|hit by|ran over|head|neck|spine|burning|on fire|help|now|quick\w*|hurry|emergency|please)\b/i;

/** Words that ask for the location of Rangers. */
const ASKS_FOR_RANGERS =
  /\b(?:near(?:est|by)?|closest|where|find|looking for|which way|directions?|how far|a) (?:\w+ ){0,4}rangers?\b|\brangers? (?:station|post|hq|tent|outpost|near)\b|^rangers?\??$/;

/**
 * The posts requested by a user who can walk there: medics for a cut foot, a blister or "wheres medical", Rangers for "nearest ranger".
 * Null when help comes first.
 */
export function postToWalkTo(message: string): "medical" | "ranger" | null {
  if (URGENT.test(message)) return null;
  const words = plainWords(message);
  if (asksForMedics(words)) return "medical";
  return ASKS_FOR_RANGERS.test(words) ? "ranger" : null;
}

/** The way to the nearest medics or Rangers, with the emergency card below it. */
export async function answerMedics(
  world: AbilityWorld,
  intent: Intent,
  message: string,
  post: "medical" | "ranger" = "medical",
): Promise<TalkAnswer> {
  const way = await answerNearest(world, { ...intent, topic: post });
  const { parts } = way ?? (await answerAbout(world, { ...intent, topic: "medical" }, message));
  return helpBelow(world, "emergency", parts);
}

/** The fixed help, below the answer to the rest of the message. @param above empty: only the card is shown */
export function helpBelow(
  { city, me }: Pick<AbilityWorld, "city" | "me">,
  kind: HelpKind,
  above: readonly AnswerPart[],
): TalkAnswer {
  const lead = joined(above.map(({ text }) => text));
  const help = helpText(kind, medicalNear(city, me));
  const card = { type: "help-card", kind } as const;
  return lead === ""
    ? { parts: [{ text: help, items: [] }], ui: card, choices: [] }
    : { parts: [...above, { text: prose`\n\n${help}`, items: [] }], ui: { ...card, lead }, choices: [] };
}
