import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { type Auth, callLibrary } from "./auth.ts";
import { findSessionPerson } from "./repository.ts";
import { cookieAs, readSessionToken, renameSetCookie, signedAgain } from "./session-cookie.ts";
import type { Actor, Sessions } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Identifies the caller by a session cookie: first its signature, then one statement. Visitors and accounts have separate
 * cookies, and the account's takes precedence. A call sent before a sign-in may open a visitor session late, and its cookie must
 * not replace the account's.
 */
export function createSessions(auth: Auth, db: Kysely<Schema>): Sessions {
  const { session, visitor, keys } = auth.cookies;
  return {
    async find(headers) {
      for (const name of [session, visitor]) {
        const token = readSessionToken(headers.get("cookie"), name, keys);
        const actor = token === null ? null : await findActor(db, token);
        if (actor !== null) return actor;
      }
      return null;
    },
    async openVisitor() {
      const refused = new AppError("unavailable", "No session could be opened. Please try again.", {
        retryAfter: 1,
      });
      const { response, cookies } = await callLibrary(auth, db, { refused }, (api) =>
        // Without the caller's own headers, because their cookie is not a valid session.
        api.signInAnonymous({ headers: new Headers(), returnHeaders: true }),
      );
      const actor = response === null ? null : await findActor(db, response.token);
      if (actor === null) throw refused;
      return { actor, cookies: cookies.map((line) => renameSetCookie(line, visitor)) };
    },
  };
}

/** A request's headers for the library, with cookies signed by the newest key. */
export function headersForLibrary(auth: Auth, headers: Headers): Headers {
  const { session, visitor, challenge, keys } = auth.cookies;
  const cookies = headers.get("cookie");
  if (cookies === null || keys.length < 2) return headers;
  const signed = new Headers(headers);
  signed.set("cookie", signedAgain(cookies, [session, visitor, challenge], keys));
  return signed;
}

/**
 * Renews the full lifetime of a session last used on another day, and replaces a cookie signed with an earlier key. Returns
 * `Set-Cookie` values, usually none.
 */
export async function prolongSession(auth: Auth, db: Kysely<Schema>, headers: Headers): Promise<string[]> {
  const refused = new AppError("unauthenticated", "Your session has ended. Please reload the page.");
  const { session, visitor } = auth.cookies;
  for (const name of [session, visitor]) {
    const header = headers.get("cookie");
    const cookie = cookieAs(headersForLibrary(auth, headers).get("cookie"), name, session);
    if (cookie === null) continue;
    const isOld = cookie !== cookieAs(header, name, session);
    const { response, cookies } = await callLibrary(auth, db, { refused }, (api) =>
      api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }),
    );
    if (response === null) continue;
    if (isOld && cookies.length === 0)
      return [renameSetCookie(`${cookie}; ${auth.cookies.attributes}`, name)];
    return cookies.map((line) => renameSetCookie(line, name));
  }
  return [];
}

async function findActor(db: Kysely<Schema>, token: string): Promise<Actor | null> {
  const person = await findSessionPerson(db, token);
  if (person === undefined) return null;
  const { sessionId, userId, pseudonym, isAnonymous } = person;
  return { userId, kind: isAnonymous ? "visitor" : "user", pseudonym, sessionId };
}
