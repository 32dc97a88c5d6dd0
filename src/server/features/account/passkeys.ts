import { getAuthenticatorName } from "@better-auth/passkey";
import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Accounts } from "./accounts.ts";
import { type Arrival, arriveAgain } from "./arrival.ts";
import type { ArrivingDevice } from "./devices/devices.ts";
import { type Auth, callLibrary, type LibraryAnswer } from "./auth.ts";
import { headersForLibrary } from "./sessions.ts";
import { deleteSession } from "./repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";

type WebAuthnJson = Record<string, unknown>;
type AuthenticationJson = NonNullable<
  Parameters<Auth["api"]["verifyPasskeyAuthentication"]>[0]
>["body"]["response"];

export interface PasskeyView {
  id: string;
  name: string;
  createdAt: string | null;
}

const registration = () => ({
  refused: new AppError("bad-request", "This passkey could not be added. Please begin again."),
  duplicate: new AppError("conflict", "This passkey belongs to an account already."),
});

/** @throws AppError `forbidden` when the caller signed in over a day ago */
export async function beginRegistration(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor,
  headers: Headers,
): Promise<LibraryAnswer<WebAuthnJson>> {
  const { response, cookies } = await callLibrary(accounts.auth, db, registration(), (api) =>
    api.generatePasskeyRegistrationOptions({
      headers: headersForLibrary(accounts.auth, headers),
      returnHeaders: true,
    }),
  );
  // The library would show the generated e-mail address in the browser's dialog. Neither name is part of the signed data.
  const user = { ...response.user, name: actor.pseudonym, displayName: actor.pseudonym };
  return { response: { ...response, user }, cookies };
}

/** @throws AppError `bad-request`; `conflict` when the passkey is already registered */
export async function finishRegistration(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor,
  headers: Headers,
  input: { name?: string | undefined; credential: WebAuthnJson },
): Promise<LibraryAnswer<PasskeyView>> {
  const name = input.name?.trim() ?? "";
  const { response, cookies } = await callLibrary(accounts.auth, db, registration(), (api) =>
    api.verifyPasskeyRegistration({
      body: { response: input.credential, ...(name === "" ? {} : { name }) },
      headers: headersForLibrary(accounts.auth, headers),
      returnHeaders: true,
    }),
  );
  await recordAudit(db, { event: "account.passkey-added", actorId: actor.userId, objectId: response.id });
  return { response: viewOf(response), cookies };
}

export async function listPasskeys(
  accounts: Accounts,
  db: Kysely<Schema>,
  headers: Headers,
): Promise<PasskeyView[]> {
  const refused = new AppError("unauthenticated", "Please sign in to do this.");
  const { response } = await callLibrary(accounts.auth, db, { refused }, (api) =>
    api.listPasskeys({ headers: headersForLibrary(accounts.auth, headers), returnHeaders: true }),
  );
  return response.map(viewOf);
}

/** @throws AppError `not-found`, also for another person's passkey */
export async function removePasskey(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor,
  headers: Headers,
  id: string,
): Promise<void> {
  await callLibrary(accounts.auth, db, { refused: notFound("This passkey") }, (api) =>
    api.deletePasskey({
      body: { id },
      headers: headersForLibrary(accounts.auth, headers),
      returnHeaders: true,
    }),
  );
  await recordAudit(db, { event: "account.passkey-removed", actorId: actor.userId, objectId: id });
}

/** Requests any passkey of this device for this site, so that the user need not type a name. */
export async function beginPasskeySignIn(
  accounts: Accounts,
  db: Kysely<Schema>,
): Promise<LibraryAnswer<WebAuthnJson>> {
  const refused = new AppError("unavailable", "Signing in by passkey did not start. Please try again.");
  const { response, cookies } = await callLibrary(accounts.auth, db, { refused }, (api) =>
    api.generatePasskeyAuthenticationOptions({ headers: new Headers(), returnHeaders: true }),
  );
  return { response: { ...response }, cookies };
}

/** @throws AppError `invalid-credentials` */
export async function finishPasskeySignIn(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor | null,
  { headers, device }: { headers: Headers; device: ArrivingDevice },
  credential: WebAuthnJson,
): Promise<Arrival> {
  const refused = new AppError(
    "invalid-credentials",
    "This passkey did not work here. Please try again, or sign in with your password.",
  );
  const body = { response: credential as unknown as AuthenticationJson }; // the library validates its shape
  const named = new Headers(headersForLibrary(accounts.auth, headers));
  named.set("user-agent", device.name);
  try {
    const { response, cookies } = await callLibrary(accounts.auth, db, { refused }, (api) =>
      api.verifyPasskeyAuthentication({ body, headers: named, returnHeaders: true }),
    );
    const arrived = { userId: response.session.userId, event: "account.passkey-sign-in" };
    return { cookies, user: await arriveAgain(accounts, db, actor, arrived, device) };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid-credentials") {
      await recordAudit(db, { event: "account.passkey-sign-in-failed", actorId: actor?.userId ?? null });
    }
    throw error;
  }
}

/**
 * Verifies the caller's identity by one of their passkeys, without signing in.
 * @throws AppError `invalid-credentials`, also for another person's passkey
 */
export async function verifyPasskeyOf(
  accounts: Accounts,
  db: Kysely<Schema>,
  actor: Actor,
  headers: Headers,
  credential: WebAuthnJson,
): Promise<void> {
  const refused = new AppError(
    "invalid-credentials",
    "This passkey is not one of this account. Please try another, or use your password.",
  );
  const body = { response: credential as unknown as AuthenticationJson }; // the library validates its shape
  const { response } = await callLibrary(accounts.auth, db, { refused }, (api) =>
    api.verifyPasskeyAuthentication({
      body,
      headers: headersForLibrary(accounts.auth, headers),
      returnHeaders: true,
    }),
  );
  // The library opens a session for the recognized user, but this call must not sign in.
  await deleteSession(db, response.session.id);
  if (response.session.userId !== actor.userId) throw refused;
}

function viewOf(passkey: {
  id: string;
  name?: string | null | undefined;
  aaguid?: string | null | undefined;
  createdAt?: Date | null | undefined;
}): PasskeyView {
  const name = passkey.name || getAuthenticatorName(passkey.aaguid ?? undefined) || "Passkey";
  return { id: passkey.id, name, createdAt: passkey.createdAt?.toISOString() ?? null };
}
