import { randomUUID } from "node:crypto";

/** The caller. Always taken from the session, never from a field of the request. */
export interface Actor {
  /** `anon-...` for a visitor. */
  readonly userId: string;
  readonly kind: "visitor" | "user";
  readonly pseudonym: string;
  readonly sessionId: string;
}

/** The actor of a read without a session: a visitor who owns nothing and about whom nothing is stored. */
export function passingVisitor(): Actor {
  return { userId: `anon-${randomUUID()}`, kind: "visitor", pseudonym: "visitor", sessionId: randomUUID() };
}

export interface OpenedSession {
  actor: Actor;
  /** `Set-Cookie` values for the response. */
  cookies: string[];
}

/** The account operations the HTTP layer needs: find the caller, and open a visitor session. */
export interface Sessions {
  find(headers: Headers): Promise<Actor | null>;
  openVisitor(headers: Headers): Promise<OpenedSession>;
}
