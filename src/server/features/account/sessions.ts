import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { type Auth, callLibrary } from "#server/features/account/auth.ts";
import { findSessionPerson } from "#server/features/account/repository.ts";
import { readSessionToken } from "#server/features/account/session-cookie.ts";
import type { Actor, Sessions } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/** Who is calling, by the session cookie: its signature, then one statement. */
export function createSessions(auth: Auth, db: Kysely<Schema>): Sessions {
  return {
    async find(headers) {
      const token = readSessionToken(headers.get("cookie"), auth.cookies);
      return token === null ? null : await findActor(db, token);
    },
    async openVisitor() {
      const refused = new AppError("unavailable", "No session could be opened. Please try again.", {
        retryAfter: 1,
      });
      const { response, cookies } = await callLibrary(auth, db, { refused }, (api) =>
        // Without the caller's own headers: whatever cookie it has is not a session.
        api.signInAnonymous({ headers: new Headers(), returnHeaders: true }),
      );
      const actor = response === null ? null : await findActor(db, response.token);
      if (actor === null) throw refused;
      return { actor, cookies };
    },
  };
}

/** Gives a session that was last used on another day its full life again. Returns `Set-Cookie` values, mostly none. */
export async function prolongSession(auth: Auth, db: Kysely<Schema>, headers: Headers): Promise<string[]> {
  const refused = new AppError("unauthenticated", "Your session has ended. Please reload the page.");
  const { response, cookies } = await callLibrary(auth, db, { refused }, (api) =>
    api.getSession({ headers, returnHeaders: true }),
  );
  return response === null ? [] : cookies;
}

async function findActor(db: Kysely<Schema>, token: string): Promise<Actor | null> {
  const person = await findSessionPerson(db, token);
  if (person === undefined) return null;
  const { sessionId, userId, pseudonym, isAnonymous } = person;
  return { userId, kind: isAnonymous ? "visitor" : "user", pseudonym, sessionId };
}
