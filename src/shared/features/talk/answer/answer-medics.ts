import { helpText } from "#shared/features/chat/help/help-cards.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
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

/** Words that ask where Rangers are. */
const ASKS_FOR_RANGERS =
  /\b(?:near(?:est|by)?|closest|where|find|looking for|which way|directions?|how far|a) (?:\w+ ){0,4}rangers?\b|\brangers? (?:station|post|hq|tent|outpost|near)\b|^rangers?\??$/;

/**
 * The posts that a user asks for who can walk there: medics for a cut foot, a blister or "wheres medical", Rangers for "nearest ranger". Null
 * when help comes first.
 */
export function postToWalkTo(message: string): "medical" | "ranger" | null {
  if (URGENT.test(message)) return null;
  const words = plainWords(message);
  if (asksForMedics(words)) return "medical";
  return ASKS_FOR_RANGERS.test(words) ? "ranger" : null;
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
  const post = postToWalkTo(message);
  if (post === null) return null;
  const { intents } = await understand(world, earlier, message);
  const { from, near, to } = intents[0] ?? noIntent;
  return await answerMedics(
    world,
    { ...noIntent, ability: "medical-first", from: from ?? near ?? to },
    message,
    post,
  );
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
  const lead = parts.map(({ text }) => text).join("");
  return {
    parts: [...parts, { text: `\n\n${helpText("emergency", medicalNear(world.city, world.me))}`, items: [] }],
    ui: { type: "help-card", kind: "emergency", lead },
    choices: [],
  };
}
