import * as z from "zod/mini";
import { MAX_OMI_CONVERSATION, MAX_OMI_MEMORY } from "./limits.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";

const MAX_TITLE = 120;
const MAX_TAGS = 20;

const OMI_CODE_SHAPE = "The code has eight digits.";

const id = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,128}$/));
/** Accepted only if it is the caller's own; see identity. */
const userId = z.optional(z.string().check(z.maxLength(200)));

function content(emptyMessage: string, max: number) {
  return z
    .string(emptyMessage)
    .check(z.trim(), z.minLength(1, emptyMessage), z.maxLength(max, `At most ${max} characters.`));
}

const kind = z.enum(["memory", "conversation"]);

/** A write that was queued for Omi and then rejected by Omi. */
const refusedWrite = z.object({
  id: z.string(),
  kind,
  title: z.nullable(z.string()),
  content: z.string(),
  /** The reason as worded by Omi. */
  reason: z.string(),
  refusedAt: z.iso.datetime({ offset: true }),
});
export type RefusedWrite = z.infer<typeof refusedWrite>;

/** The maximum number of rejected writes shown, newest first. */
export const MAX_REFUSED = 50;

const link = z.object({
  /** Whether this server can reach Omi. */
  isAvailable: z.boolean(),
  isLinked: z.boolean(),
  /** The user has entered an Omi account but not proven that it is theirs. Until then no data is fetched or sent. */
  proof: z.nullable(
    z.object({
      /** When the code sent into the Omi account expires; null when there is none. */
      codeUntil: z.nullable(z.iso.datetime({ offset: true })),
      triesLeft: z.number(),
    }),
  ),
  /** Writes waiting for Omi's hourly limit, or for Omi to respond. */
  waiting: z.number(),
  /** Writes that Omi rejected after they were queued here, newest first. They stay until the user decides. */
  refused: z.array(refusedWrite),
  /** When memories were last fetched from Omi; null if never. */
  pulledAt: z.nullable(z.iso.datetime({ offset: true })),
  /** The reason why the last fetch failed, as a sentence; null if it did not fail. */
  trouble: z.nullable(z.string()),
  /** Some memories at Omi have not been fetched yet. */
  hasMore: z.boolean(),
});
export type OmiLink = z.infer<typeof link>;

export const getOmiLink = defineEndpoint({
  id: "omi.link",
  method: "GET",
  path: "/api/omi/link",
  summary: "Whether one's account is linked to Omi, and what waits to be sent there.",
  response: link,
});

export const beginOmiLink = defineEndpoint({
  id: "omi.begin-link",
  method: "POST",
  path: "/api/omi/link",
  summary: "The address at Omi that begins linking; it leads back with a one-time state.",
  body: z.strictObject({ userId }),
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime({ offset: true }) }),
  queue: "never",
});

export const endOmiLink = defineEndpoint({
  id: "omi.unlink",
  method: "DELETE",
  path: "/api/omi/link",
  summary: "Unlinks Omi; what waits to be sent there is dropped, what came from there stays.",
  response: link,
  queue: "never",
});

/** Results of a step of the proof. All of them are expected. */
export const omiProofOutcomes = [
  "code-sent",
  "linked",
  "wrong-code",
  /** The code has expired, or none was sent. */
  "expired",
  "no-tries-left",
  /** The hourly limit of codes has been reached. */
  "too-many-codes",
  /** Omi did not accept the code. */
  "not-sent",
  /** No account has been entered. */
  "not-begun",
  /** Another user of this server has already proven that the account is theirs. */
  "taken",
] as const;
export type OmiProofOutcome = (typeof omiProofOutcomes)[number];

const proofStep = z.object({
  outcome: z.enum(omiProofOutcomes),
  /** Seconds until another code may be sent; 0 for immediately. */
  waitSeconds: z.number(),
  /** Omi's message when it did not accept the code. */
  reason: z.nullable(z.string()),
  link,
});
export type OmiProofStep = z.infer<typeof proofStep>;

export const confirmOmiLink = defineEndpoint({
  id: "omi.confirm-link",
  method: "POST",
  path: "/api/omi/link/confirm",
  summary:
    "Notes the Omi account that came back with the state of this session, and sends a code into it: the user who types the code has proven that the account is theirs.",
  body: z.strictObject({
    /** The Omi account's id, as returned by Omi. */
    omiUid: z.string().check(z.regex(/^[\w.:|-]{1,128}$/, "That is not an Omi account.")),
    state: z.string().check(z.regex(/^[\w-]{1,64}$/, "This link has expired. Please start again.")),
  }),
  response: proofStep,
  queue: "never",
});

export const sendOmiCode = defineEndpoint({
  id: "omi.send-code",
  method: "POST",
  path: "/api/omi/link/code",
  summary: "Sends a new code into the Omi account one named; the one before it does not hold any more.",
  body: z.strictObject({ userId }),
  response: proofStep,
  queue: "never",
});

export const proveOmiLink = defineEndpoint({
  id: "omi.prove-link",
  method: "POST",
  path: "/api/omi/link/prove",
  summary: "Links the Omi account one named, with the code that was sent into it.",
  body: z.strictObject({
    userId,
    code: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(40, OMI_CODE_SHAPE)),
        z.transform((text) => text.replaceAll(/[\s-]/g, "")),
      ),
      z.string().check(z.regex(/^\d{8}$/, OMI_CODE_SHAPE)),
    ),
  }),
  response: proofStep,
  queue: "never",
});

export const pullOmi = defineEndpoint({
  id: "omi.pull",
  method: "POST",
  path: "/api/omi/pull",
  summary: "Fetches one's memories from Omi now.",
  body: z.strictObject({ userId }),
  response: z.object({
    imported: z.number(),
    /** One call fetches a part of a long list; the next call continues there. */
    hasMore: z.boolean(),
  }),
  queue: "never",
});

const writeId = z.strictObject({ writeId: id });

export const retryOmiWrite = defineEndpoint({
  id: "omi.retry-write",
  method: "POST",
  path: "/api/omi/writes/:writeId/retry",
  summary: "Tries once more what Omi refused.",
  params: writeId,
  body: z.strictObject({}),
  response: z.object({
    state: z.enum(["sent", "waiting", "refused"]),
    /** Omi's message when it rejected the write again. */
    reason: z.nullable(z.string()),
    link,
  }),
  queue: "never",
});

export const dropOmiWrite = defineEndpoint({
  id: "omi.drop-write",
  method: "DELETE",
  path: "/api/omi/writes/:writeId",
  summary: "Throws away what Omi refused.",
  params: writeId,
  response: link,
  queue: "never",
});

const sent = z.object({
  id: z.string(),
  /** `waiting`: queued here until Omi accepts it. */
  state: z.enum(["sent", "waiting"]),
  /** Seconds until the next attempt; 0 when it was sent. */
  waitSeconds: z.number(),
});
export type OmiSent = z.infer<typeof sent>;

export const createOmiMemory = defineEndpoint({
  id: "omi.create-memory",
  method: "POST",
  path: "/api/omi-create-memory",
  summary: "Keeps a memory in one's Omi account.",
  body: z.strictObject({
    /** Created by the client, so that a retry sends no write twice. */
    id: z.optional(id),
    userId,
    content: content("Please enter content for your memory", MAX_OMI_MEMORY),
    tags: z.optional(
      z
        .array(z.string().check(z.trim(), z.maxLength(40, "A tag has at most 40 characters.")))
        .check(z.maxLength(MAX_TAGS, `At most ${MAX_TAGS} tags.`)),
    ),
    source: z.optional(z.literal("other")),
  }),
  response: sent,
  queue: "never",
});

export const createOmiConversation = defineEndpoint({
  id: "omi.create-conversation",
  method: "POST",
  path: "/api/omi-create-conversation",
  summary: "Keeps a conversation in one's Omi account; its title is the first line of its text there.",
  body: z.strictObject({
    id: z.optional(id),
    userId,
    content: content("Please enter content for your conversation", MAX_OMI_CONVERSATION),
    title: z.optional(z.string().check(z.trim(), z.maxLength(MAX_TITLE, `At most ${MAX_TITLE} characters.`))),
    source: z.optional(z.literal("message")),
  }),
  response: sent,
  queue: "never",
});

/** In bytes: enough for a long talk with its transcript. */
const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024;

export const receiveOmi = defineEndpoint({
  id: "omi.hear",
  method: "POST",
  path: "/api/omi/webhook/:key",
  summary: "Omi's own call when a conversation of a linked person is over.",
  params: z.object({ key: z.string().check(z.maxLength(100)) }),
  query: z.looseObject({ uid: z.string().check(z.maxLength(128)) }),
  body: z.unknown(),
  response: z.object({ saved: z.number() }),
  queue: "never",
  hasOutsideText: true,
  maxBodyBytes: MAX_WEBHOOK_BYTES,
});
