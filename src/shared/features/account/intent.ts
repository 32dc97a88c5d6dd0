/** What a guest wanted to do when they were asked to sign up. Small enough for an address, so it survives a reload. */
export interface Intent {
  to: IntentKind;
  /** What it is about: a resource, an invitation, a community or a need. */
  id?: string;
}

/** Every intent: its words after "Sign up to", and why an account is needed. `needsId` marks those about one thing. */
const intents = {
  borrow: {
    words: () => "borrow this",
    reason: "The owner sees who asks, and you hear their answer.",
    needsId: true,
  },
  share: { words: () => "share something", reason: "People see whom to thank.", needsId: false },
  /** Fills in the form of the page below the sheet. */
  add: { words: () => "share something", reason: "People see whom to thank.", needsId: false },
  create: {
    words: (noun: string) => `create a ${noun}`,
    reason: "You will be its first admin.",
    needsId: false,
  },
  /** Accepts an invitation. */
  join: { words: () => "join", reason: "You are in as soon as you have a name.", needsId: true },
  ask: { words: () => "ask to join", reason: "The admins see who asks.", needsId: true },
  answer: {
    words: () => "help with this",
    reason: "The person who needs it sees your words and your name.",
    needsId: true,
  },
} as const satisfies Record<string, { words: (noun: string) => string; reason: string; needsId: boolean }>;

export type IntentKind = keyof typeof intents;

/** Reads an intent from an address; null when there is none, or when it does not say what it is about. */
export function parseIntent(to: unknown, id: string | null): Intent | null {
  const kinds = Object.keys(intents) as IntentKind[];
  const kind = kinds.find((known) => known === to);
  if (kind === undefined) return null;
  if (!intents[kind].needsId) return { to: kind };
  return id === null ? null : { to: kind, id };
}

/** Title and reason of the sheet that asks a guest for an account. @param noun this server's name for a community */
export function doorWords(
  { to }: Intent,
  mode: "sign-in" | "sign-up",
  noun: string,
): { title: string; reason: string } {
  const { words, reason } = intents[to];
  return { title: `${mode === "sign-up" ? "Sign up" : "Sign in"} to ${words(noun)}`, reason };
}
