import { randomUUID } from "node:crypto";

/** Who is calling. Always taken from the session, never from a field of the call. */
export interface Actor {
  /** `anon-...` for a visitor. */
  readonly userId: string;
  readonly kind: "visitor" | "user";
  readonly pseudonym: string;
  readonly sessionId: string;
}

/** Who reads without a session: a visitor nothing is stored about and who owns nothing. */
export function passingVisitor(): Actor {
  return { userId: `anon-${randomUUID()}`, kind: "visitor", pseudonym: "visitor", sessionId: randomUUID() };
}

export interface OpenedSession {
  actor: Actor;
  /** `Set-Cookie` values for the answer. */
  cookies: string[];
}

/** What the HTTP side needs of accounts: to know the caller and to make a visitor's session. */
export interface Sessions {
  find(headers: Headers): Promise<Actor | null>;
  openVisitor(headers: Headers): Promise<OpenedSession>;
}
