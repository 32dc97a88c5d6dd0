import {
  addPasskey,
  getSession,
  issueResetCode,
  listPasskeys,
  passkeyRegistrationOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
  requestResetCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "#shared/features/account/contract.ts";
import * as arrival from "./arrival.ts";
import { arrivingDevice, loginOf } from "./devices/devices.ts";
import { callLibrary } from "./auth.ts";
import { touchSession } from "./devices/device-repository.ts";
import { deviceRoutes } from "./devices/device-routes.ts";
import * as passkeys from "./passkeys.ts";
import { assertStrong, hashPassword } from "./passwords/password-hash.ts";
import * as recovery from "./passwords/recovery.ts";
import { headersForLibrary, prolongSession } from "./sessions.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { countGuess } from "#server/http/limits/guess-limit.ts";
import { assertOperator } from "#server/http/operator.ts";
import { recordAudit } from "#server/http/audit.ts";
import { signUpPace } from "#server/http/policy.ts";
import { preparedRoute, type Route, route } from "#server/http/route.ts";
import { keyRing } from "#server/config/secret.ts";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const ofSession = [{ by: "session", max: 20, windowMs: QUARTER }] as const;
const guessing = { who: "public", pace: "guesses" } as const;
const withPasskey = { who: "public", pace: 60 } as const;

// All ways to sign in, up and out. Calls that may begin a session are public: they replace the visitor's session.

const sessionRoutes: Route[] = [
  route(getSession, { who: "session", opensSession: true }, async ({ actor, db, request, answer, deps }) => {
    // A visitor session opened for this call is fresh. Any other session may be due for an extension.
    if (!answer.headers.has("set-cookie")) {
      setCookies(answer, await prolongSession(deps.accounts.auth, db, request.headers));
      if (deps.database.isWritable()) await touchSession(db, actor.sessionId);
    }
    return { user: await arrival.sessionUserOf(db, actor.userId) };
  }),
  preparedRoute(
    signUp,
    { who: "public", limits: ofSession, pace: signUpPace },
    {
      async prepare({ body, deps }) {
        deps.database.assertWritable();
        assertStrong(body.password, body.pseudonym);
        return await hashPassword(body.password);
      },
      async handle({ actor, body, db, deps, request, answer, prepared: passwordHash }) {
        const { pseudonym, email = null, phone = null } = body;
        const account = { pseudonym, email, phone, passwordHash };
        const device = arrivingDevice(deps, request.headers);
        const { user, cookies } = await arrival.signUp(deps.accounts, db, actor, account, device);
        setCookies(answer, [...cookies, device.remember(pseudonym)]);
        return { user };
      },
    },
  ),
  route(signIn, guessing, async ({ actor, body, db, deps, request, answer }) => {
    const guess = await countGuess(deps, { what: signIn.id, opened: loginOf(body), actor, request });
    const device = arrivingDevice(deps, request.headers);
    const { user, cookies } = await arrival.signIn(deps.accounts, db, actor, body, device);
    setCookies(answer, cookies);
    await guess.wasRight(answer);
    return { user };
  }),
  route(signOut, { who: "public" }, async ({ actor, db, request, answer, deps }) => {
    // A visitor is never signed out: without the session their data would become unreachable.
    if (actor?.kind !== "user") return { signedOut: false };
    const refused = new AppError("unavailable", "Signing out did not work. Please try again.");
    const headers = headersForLibrary(deps.accounts.auth, request.headers);
    const { cookies } = await callLibrary(deps.accounts.auth, db, { refused }, (api) =>
      api.signOut({ headers, returnHeaders: true }),
    );
    await recordAudit(db, { event: "account.sign-out", actorId: actor.userId });
    setCookies(answer, cookies);
    // Clears the photos the browser has cached for this user. The page deletes its own data.
    answer.headers.set("clear-site-data", '"cache"');
    return { signedOut: true };
  }),
];

const recoveryRoutes: Route[] = [
  route(requestResetCode, { who: "public", limits: ofSession, pace: 60 }, async ({ body, deps }) => {
    if (deps.mailer === null) return { delivery: "operator" as const };
    // Not awaited: the duration would reveal whether the account exists.
    recovery.mailCode(deps, body.pseudonym).catch((error: unknown) => {
      deps.log.error({ err: error }, "a reset code could not be mailed");
    });
    return { delivery: "mail" as const };
  }),
  preparedRoute(resetPassword, guessing, {
    async prepare({ actor, body, deps, request }) {
      assertStrong(body.password, body.pseudonym);
      const opened = loginOf(body);
      const guess = await countGuess(deps, { what: resetPassword.id, opened, actor, request });
      return { guess, passwordHash: await hashPassword(body.password) };
    },
    async handle({ actor, body, db, deps, request, answer, prepared: { guess, passwordHash } }) {
      const { pseudonym, code, password } = body;
      await recovery.setPassword(db, keyRing(deps), { pseudonym, code, passwordHash });
      await guess.wasRight(answer);
      const device = arrivingDevice(deps, request.headers);
      const known = { pseudonym, password };
      const { user, cookies } = await arrival.signIn(deps.accounts, db, actor, known, device);
      setCookies(answer, cookies);
      return { user };
    },
  }),
  route(issueResetCode, { who: "public", pace: 60 }, async ({ body, db, deps, request }) => {
    assertOperator(deps, request.headers.get("authorization"));
    const issued = await recovery.issueCode(db, deps.secret, body.pseudonym);
    if (issued === null) throw notFound("An account of this pseudonym");
    return { pseudonym: issued.pseudonym, code: issued.code, expiresAt: issued.expiresAt.toISOString() };
  }),
];

const perAccount = [{ by: "account", max: 30, windowMs: HOUR }] as const;

const passkeyRoutes: Route[] = [
  route(listPasskeys, { who: "user" }, async ({ db, request, deps }) => ({
    passkeys: await passkeys.listPasskeys(deps.accounts, db, request.headers),
  })),
  route(
    passkeyRegistrationOptions,
    { who: "user", limits: perAccount },
    async ({ actor, db, request, answer, deps }) => {
      const { response, cookies } = await passkeys.beginRegistration(
        deps.accounts,
        db,
        actor,
        request.headers,
      );
      setCookies(answer, cookies);
      return response;
    },
  ),
  route(
    addPasskey,
    { who: "user", limits: perAccount },
    async ({ actor, body, db, request, answer, deps }) => {
      const { response, cookies } = await passkeys.finishRegistration(
        deps.accounts,
        db,
        actor,
        request.headers,
        body,
      );
      setCookies(answer, cookies);
      return { id: response.id, name: response.name };
    },
  ),
  route(
    removePasskey,
    { who: "user", object: { allow: ["owner"], denied: "not-found" } },
    async ({ actor, params, db, request, deps }) => {
      await passkeys.removePasskey(deps.accounts, db, actor, request.headers, params.passkeyId);
      return { removed: true };
    },
  ),
  route(passkeySignInOptions, withPasskey, async ({ db, answer, deps }) => {
    const { response, cookies } = await passkeys.beginPasskeySignIn(deps.accounts, db);
    setCookies(answer, cookies);
    return response;
  }),
  route(passkeySignIn, withPasskey, async ({ actor, body, db, request, answer, deps }) => {
    const device = arrivingDevice(deps, request.headers);
    const { user, cookies } = await passkeys.finishPasskeySignIn(
      deps.accounts,
      db,
      actor,
      { headers: request.headers, device },
      body.credential,
    );
    setCookies(answer, [...cookies, device.remember(user.pseudonym)]);
    return { user };
  }),
];

export const accountRoutes: Route[] = [
  ...sessionRoutes,
  ...recoveryRoutes,
  ...passkeyRoutes,
  ...deviceRoutes,
];

function setCookies(answer: { readonly headers: Headers }, cookies: readonly string[]): void {
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
}
