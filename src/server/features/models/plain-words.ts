import { parseStorable } from "#shared/storable-text.ts";

/**
 * Whether text is one plain paragraph: no links, addresses, phone numbers, markup or invisible characters. For text written by a
 * model.
 */
export function isPlain(text: string): boolean {
  return !/https?:|www\.|\S@\S|[<>{}[\]`\p{Cc}\p{Default_Ignorable_Code_Point}]|\d[\d ()/.-]{6,}\d/u.test(
    text,
  );
}

/** The JSON object in a model's output, ignoring text around it; null when there is none. */
export function jsonIn(answer: string): unknown {
  try {
    return parseStorable(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
}
