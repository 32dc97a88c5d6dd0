import * as z from "zod/mini";
import { text } from "#shared/http/fields.ts";
import { plainSigns } from "./pseudonym.ts";

// Separate from the contract, because the page checks these bodies before it sends them.

/**
 * 2 to 40 letters, digits, spaces and -_.' in any script, with no space at either end. No invisible characters and no letters with stacked
 * combining marks: other users must be able to see the name and distinguish it from others.
 */
const pseudonym = z.string().check(
  z.overwrite(plainSigns),
  z.trim(),
  z.normalize("NFC"),
  z.regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.'-]{0,38}[\p{L}\p{M}\p{N}.'])$/u,
    "2 to 40 letters, digits, spaces or -_.' please.",
  ),
  z.refine(
    (name) => !/\p{Default_Ignorable_Code_Point}|\p{M}{4}/u.test(name),
    "Please leave out characters that cannot be seen.",
  ),
);

export const password = z
  .string()
  .check(
    z.minLength(8, "Password must be at least 8 characters long"),
    z.maxLength(128, "Password must be at most 128 characters long"),
  );

const email = z.string().check(z.trim(), z.maxLength(254), z.email("That is not an e-mail address."));
const phone = z.string().check(z.trim(), z.regex(/^\+?[0-9 ()/.-]{5,30}$/, "That is not a phone number."));

/** Treats an empty form field as missing. */
function optional<S extends z.ZodMiniType>(schema: S) {
  return z.optional(
    z.union([
      z.pipe(
        z.literal(""),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  );
}

export const signUpBody = z.strictObject({
  pseudonym,
  password,
  email: optional(email),
  phone: optional(phone),
});

export const resetPasswordBody = z.strictObject({ pseudonym: text(40), code: text(64), password });
