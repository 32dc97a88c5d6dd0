import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { resetPasswordBody, signUpBody } from "./account-fields.ts";
import { id, instant, text } from "#shared/http/fields.ts";

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
  body: signUpBody,
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
  body: resetPasswordBody,
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
