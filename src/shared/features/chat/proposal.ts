import * as z from "zod/mini";
import { MAX_CHIPS, MAX_MESSAGE } from "./limits.ts";

/** For example `2026-08-30`. */
const day = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));

/** An action Looby could perform for the user, filled in from the conversation. It runs only after the user taps and confirms it. */
export const proposal = z.discriminatedUnion("ability", [
  /** Asks the owner of a listing to lend it. If days are missing, the user chooses them. */
  z.object({
    ability: z.literal("borrow"),
    resourceId: z.string(),
    title: z.string(),
    first: day,
    last: day,
  }),
  /** Posts a need where others can see it. */
  z.object({
    ability: z.literal("post-need"),
    /** The wanted item without the opening words: "a ladder". */
    words: z.string(),
    /** A city address, such as 4:30 & E. */
    place: z.nullable(z.string()),
    first: day,
    last: day,
  }),
  /** Adds an item to the library. */
  z.object({
    ability: z.literal("share"),
    /** Empty when the item was not named. */
    thing: z.string(),
    kind: z.nullable(z.enum(["gear", "venue", "talent"])),
  }),
]);
export type Proposal = z.infer<typeof proposal>;

/** A message the user can send next with one tap. */
export const chip = z.object({
  /** Text on the chip. */
  label: z.string(),
  /** Sent as the user's own message. */
  say: z.string().check(z.minLength(1), z.maxLength(MAX_MESSAGE)),
  /** The device is asked for its position, which is sent with the message. */
  withPlace: z.optional(z.literal(true)),
});
export type Chip = z.infer<typeof chip>;

export const chips = z.array(chip).check(z.minLength(1), z.maxLength(MAX_CHIPS));
