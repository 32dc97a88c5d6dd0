import * as z from "zod/mini";
import { MAX_TAG, MAX_TAGS, splitTags } from "./tags.ts";

// Building blocks of the contracts. Every text has a maximum length, which storage, search and the screen rely on.

/** Text of at most `max` UTF-16 units, stored as given. */
export function text(max: number, message?: string) {
  return z.string().check(z.maxLength(max, message ?? `At most ${max} characters.`));
}

/** Text that must not be empty: trimmed, 1 to `max` UTF-16 units. */
export function filledText(max: number, message = "Please fill this in.") {
  return z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters.`));
}

/** An id created by Looby or another client: letters, digits and `-_.:`; 1 to 128 characters. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,128}$/, "That is not an id."));

/** An RFC 3339 timestamp, in UTC or with an offset. */
export const instant = z.iso.datetime({ offset: true });

/** Degrees north, WGS 84. */
export const latitude = z.number().check(z.gte(-90), z.lte(90));
/** Degrees east, WGS 84. */
export const longitude = z.number().check(z.gte(-180), z.lte(180));

/** Comma-separated tags as people type them, or a list. Trimmed, without empty ones and duplicates. At most 20 tags of 40 characters. */
export const tags = z.pipe(
  z.union([text(1000), z.array(text(200)).check(z.maxLength(50))]),
  z.pipe(
    z.transform((value: string | string[]) => splitTags(value)),
    z
      .array(z.string().check(z.maxLength(MAX_TAG, `A tag has at most ${MAX_TAG} characters.`)))
      .check(z.maxLength(MAX_TAGS, `At most ${MAX_TAGS} tags.`)),
  ),
);
