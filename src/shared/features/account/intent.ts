/** The action a guest attempted when the app asked them to sign up. Small enough for a URL, so it survives a reload. */
export interface Intent {
  to: IntentKind;
  /** Id of its subject: a resource, an invitation, a community or a need. */
  id?: string;
}

/** Every intent: its words after "Sign up to", and why an account is needed. `needsId` marks intents that require an id. */
const intents = {
  borrow: {
    words: (_noun: string, name: string | null) => `borrow ${name ?? "this"}`,
    reason: "The owner sees who asks, and you hear their answer.",
    needsId: true,
  },
  share: { words: () => "share something", reason: "People see whom to thank.", needsId: false },
  /** Prefills the form of the page below the sheet. */
  add: { words: () => "share something", reason: "People see whom to thank.", needsId: false },
  create: {
    words: (noun: string) => `create a ${noun}`,
    reason: "You will be its first admin.",
    needsId: false,
  },
  /** Accepts an invitation. */
  join: {
    words: (noun: string, name: string | null) => `join ${name ?? `this ${noun}`}`,
    reason: "You are in as soon as you have a name.",
    needsId: true,
  },
  ask: {
    words: (noun: string, name: string | null) => `ask to join ${name ?? `this ${noun}`}`,
    reason: "The admins see who asks.",
    needsId: true,
  },
  answer: {
    words: (_noun: string, name: string | null) =>
      `help with ${name === null ? "this" : `“${shorten(name)}”`}`,
    reason: "The person who needs it sees your words and your name.",
    needsId: true,
  },
} as const satisfies Record<
  string,
  { words: (noun: string, name: string | null) => string; reason: string; needsId: boolean }
>;

export type IntentKind = keyof typeof intents;

/** Reads an intent from a URL; null when there is none, or when a required id is missing. */
export function parseIntent(to: unknown, id: string | null): Intent | null {
  const kinds = Object.keys(intents) as IntentKind[];
  const kind = kinds.find((known) => known === to);
  if (kind === undefined) return null;
  if (!intents[kind].needsId) return { to: kind };
  return id === null ? null : { to: kind, id };
}

/**
 * Title and reason of the sheet that asks a guest to sign up.
 * @param noun this server's name for a community
 * @param name the name of the intent's subject, once it is known
 */
export function doorWords(
  { to }: Intent,
  mode: "sign-in" | "sign-up",
  noun: string,
  name: string | null = null,
): { title: string; reason: string } {
  const { words, reason } = intents[to];
  return { title: `${mode === "sign-up" ? "Sign up" : "Sign in"} to ${words(noun, name)}`, reason };
}

/** A need is a text of up to a few lines; the title has room for its beginning only. */
function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59).trimEnd()}…`;
}
