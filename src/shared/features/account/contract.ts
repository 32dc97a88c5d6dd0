import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { plainSigns } from "./pseudonym.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/**
 * 2 to 40 letters, digits, spaces and -_.' in any script, with no space at either end. No invisible characters and no letters with stacked
 * combining marks: other users must be able to see the name and distinguish it from others.
 */
export const pseudonym = z.string().check(
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

export const sessionUser = z.object({
  userId: id,
  pseudonym: z.string(),
  isAnonymous: z.boolean(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  createdAt: instant,
});
export type SessionUser = z.infer<typeof sessionUser>;

const sessionAnswer = z.object({ user: sessionUser });

export const signUp = defineEndpoint({
  id: "account.sign-up",
  method: "POST",
  path: "/api/account/sign-up",
  summary: "Make an account; what the visitor made moves along.",
  body: z.strictObject({ pseudonym, password, email: optional(email), phone: optional(phone) }),
  response: sessionAnswer,
  queue: "never",
});

export const signIn = defineEndpoint({
  id: "account.sign-in",
  method: "POST",
  path: "/api/account/sign-in",
  summary: "Sign in by pseudonym and password.",
  body: z.strictObject({ pseudonym: text(40), password: text(128) }),
  response: sessionAnswer,
  queue: "never",
});

export const signOut = defineEndpoint({
  id: "account.sign-out",
  method: "POST",
  path: "/api/account/sign-out",
  summary: "End this session.",
  body: z.optional(z.strictObject({})),
  response: z.object({ signedOut: z.boolean() }),
  queue: "never",
});

export const getSession = defineEndpoint({
  id: "account.session",
  method: "GET",
  path: "/api/account/session",
  summary: "Who am I? Opens a visitor's session when there is none.",
  response: sessionAnswer,
});

/** WebAuthn options and responses are the browser's own JSON. The server's library checks their inner shape. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const passkeyRegistrationOptions = defineEndpoint({
  id: "account.passkey-registration-options",
  method: "POST",
  path: "/api/account/passkeys/registration-options",
  summary: "Begin adding a passkey to my account.",
  body: z.strictObject({}),
  response: webAuthnJson,
  queue: "never",
});

export const addPasskey = defineEndpoint({
  id: "account.add-passkey",
  method: "POST",
  path: "/api/account/passkeys",
  summary: "Finish adding a passkey.",
  body: z.strictObject({ name: z.optional(text(60)), credential: webAuthnJson }),
  response: z.object({ id, name: z.string() }),
  queue: "never",
});

export const listPasskeys = defineEndpoint({
  id: "account.passkeys",
  method: "GET",
  path: "/api/account/passkeys",
  summary: "My passkeys.",
  response: z.object({
    passkeys: z.array(z.object({ id, name: z.string(), createdAt: z.nullable(instant) })),
  }),
});

export const removePasskey = defineEndpoint({
  id: "account.remove-passkey",
  method: "DELETE",
  path: "/api/account/passkeys/:passkeyId",
  summary: "Remove one of my passkeys.",
  params: z.strictObject({ passkeyId: id }),
  response: z.object({ removed: z.boolean() }),
  queue: "never",
});

export const passkeySignInOptions = defineEndpoint({
  id: "account.passkey-sign-in-options",
  method: "POST",
  path: "/api/account/passkey-sign-in/options",
  summary: "Begin signing in by passkey.",
  body: z.strictObject({}),
  response: webAuthnJson,
  queue: "never",
});

export const passkeySignIn = defineEndpoint({
  id: "account.passkey-sign-in",
  method: "POST",
  path: "/api/account/passkey-sign-in",
  summary: "Sign in by passkey.",
  body: z.strictObject({ credential: webAuthnJson }),
  response: sessionAnswer,
  queue: "never",
});

export const requestResetCode = defineEndpoint({
  id: "account.request-reset-code",
  method: "POST",
  path: "/api/account/reset-code",
  summary:
    "Ask for a one-time code for a forgotten password. The answer is the same whether the account exists or not.",
  body: z.strictObject({ pseudonym: text(40) }),
  response: z.object({ delivery: z.enum(["mail", "operator"]) }),
  queue: "never",
});

export const resetPassword = defineEndpoint({
  id: "account.reset-password",
  method: "POST",
  path: "/api/account/reset-password",
  summary: "Set a new password with a one-time code.",
  body: z.strictObject({ pseudonym: text(40), code: text(64), password }),
  response: sessionAnswer,
  queue: "never",
});

export const issueResetCode = defineEndpoint({
  id: "account.issue-reset-code",
  method: "POST",
  path: "/api/operator/reset-code",
  summary:
    "For the operator's command line, which holds the server's secret: a one-time code to hand to a person who forgot the password.",
  body: z.strictObject({ pseudonym: text(40) }),
  response: z.object({ pseudonym: z.string(), code: z.string(), expiresAt: instant }),
  queue: "never",
});
