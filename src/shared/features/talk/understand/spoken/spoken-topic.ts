import type { Intent, TalkState } from "../intent.ts";
import type { Reading } from "../read-message.ts";
import { serviceOf } from "../services.ts";
import { topicOf } from "../topics.ts";

/** Sections about places that match only if the message has their own words. */
const PLACES = /^(?:toilets|water|ice|medical|rangers|lost-and-found)$/;

/** The topic of the ability. If the message does not determine it, the earlier topic is used. */
export function topicFor(reading: Reading, ability: Intent["ability"], state: TalkState): string | null {
  const { intent } = state;
  const readTopic = reading.ability === ability && reading.topic !== "other" ? reading.topic : null;
  const topicOfWords = ability === "about" ? topicOf(reading.wholeText) : null;
  if (topicOfWords !== null) return topicOfWords;
  if (ability === "details" && reading.ability !== "details") return aspectIn(reading.text);
  // "Are they open at night?" asks about the earlier subject.
  if (ability === "about" && readTopic !== null && PLACES.test(readTopic) && serviceOf(reading.text) === null)
    return sectionOf(intent) ?? readTopic;
  if (
    ability === "nearest" &&
    reading.topic !== "other" &&
    reading.what === "" &&
    serviceOf(reading.text) === null
  )
    return serviceBefore(state) ?? readTopic;
  if (reading.ability === ability && reading.isOwnTopic) return readTopic;
  if (ability === "nearest" && reading.ability !== ability)
    return serviceOf(reading.text) ?? serviceBefore(state);
  if (ability === "about") return sectionOf(intent) ?? readTopic;
  if (ability === "nearest") return serviceBefore(state) ?? readTopic;
  return readTopic;
}

/** The aspect of a thing that the question word requests: its owner, its time or its place. */
function aspectIn(text: string): string {
  if (/\bwho(?:se|m)?\b|\b(?:her|his|their) name\b/.test(text)) return "owner";
  if (/\b(?:when|until|time|day|hour)\b/.test(text)) return "time";
  return /\bwhere\b/.test(text) ? "place" : "all";
}

/** The service of the previous question. */
function serviceBefore({ intent, place }: TalkState): string | null {
  if (place?.kind === "service") return place.service;
  return intent?.ability === "nearest" ? intent.topic : null;
}

/** The guide's section on the earlier subject. */
function sectionOf(before: Intent | null): string | null {
  if (before?.ability === "medical-first") return "medical";
  const topic = before?.topic ?? null;
  return topic === "toilet" || topic === "ranger" ? `${topic}s` : topic;
}
