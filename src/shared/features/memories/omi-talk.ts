import { type Fields, isFields, textOf } from "#shared/json-fields.ts";

// Fields of a talk from Omi, in the spellings of its webhook, its API and its export.

const MAX_NAME = 60;

/** Each segment with its speaker: "You: Where is water?", "Speaker 1: At the well.", "Maya: No." */
export function omiLines(segments: unknown): string[] {
  if (!Array.isArray(segments)) return [];
  return segments.flatMap((segment: unknown) => {
    if (!isFields(segment)) return [];
    const text = textOf(segment["text"]);
    return text === "" ? [] : [`${omiSpeaker(segment)}: ${text}`];
  });
}

/** Action items in Omi's own words, without those deleted there. */
export function omiActionItems(items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (!isFields(item)) return textOf(item) || [];
    return item["deleted"] === true ? [] : textOf(item["description"]) || [];
  });
}

/** The action items that are completed in Omi. */
export function omiDoneItems(items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  return omiActionItems(items.filter((item: unknown) => isFields(item) && item["completed"] === true));
}

/** "You", a name, or "Speaker 2". The number is in `speakerId`, `speaker_id` or `speaker` ("SPEAKER_02"). */
function omiSpeaker({ is_user, speaker_name, speakerId, speaker_id, speaker }: Fields): string {
  if (is_user === true) return "You";
  const label = nameOf(speaker);
  const numbered = /^speaker[ _-]*(\d{1,3})$/i.exec(label)?.[1];
  const name = nameOf(speaker_name) || (numbered === undefined ? label : "");
  if (name !== "") return name;
  const number = Number(speakerId ?? speaker_id ?? numbered ?? 0);
  return `Speaker ${Number.isInteger(number) && number >= 0 ? number : 0}`;
}

/** On one line, because it is the prefix of a spoken line. */
function nameOf(value: unknown): string {
  return textOf(value).replaceAll(/\s+/g, " ").slice(0, MAX_NAME).toWellFormed().trim();
}
