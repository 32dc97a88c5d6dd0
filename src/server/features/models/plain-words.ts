import { isFields } from "#shared/json-fields.ts";
import { jsonValues } from "#shared/json-in-text.ts";

/** Dates, spans of dates and of years, whose digits are no phone number. */
const DATES =
  /\b(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|(?:19|20)\d\d(?: ?[-/] ?(?:19|20)?\d\d)?)\b/g;

/**
 * Whether text is one plain paragraph: no links, addresses, phone numbers, markup or invisible characters. For text written by a
 * model.
 */
export function isPlain(text: string): boolean {
  return !/https?:|www\.|\S@\S|[<>[\]`\p{Cc}\p{Default_Ignorable_Code_Point}]|\d[\d ()/.-]{6,}\d/u.test(
    text.replaceAll(DATES, "date"),
  );
}

/** The longest JSON object in a model's output, ignoring text around it; null when there is none. */
export function jsonIn(answer: string): unknown {
  const objects = jsonValues(answer).filter(({ value }) => isFields(value));
  return objects.toSorted((one, other) => other.text.length - one.text.length)[0]?.value ?? null;
}
