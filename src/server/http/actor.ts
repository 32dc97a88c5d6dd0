/** Who is calling. Always taken from the session, never from a field of the call. */
export interface Actor {
  /** `anon-...` for a visitor. */
  readonly userId: string;
  readonly kind: "visitor" | "user";
  readonly pseudonym: string;
  readonly sessionId: string;
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
