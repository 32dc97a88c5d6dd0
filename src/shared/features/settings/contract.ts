import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

/** Settings the page needs before it can render: names, and the features of this server. */
export const getSettings = defineEndpoint({
  id: "settings.get",
  method: "GET",
  path: "/api/settings",
  summary: "Names, links and abilities of this server.",
  response: z.object({
    productName: z.string(),
    communityNoun: z.string(),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
    demoMode: z.boolean(),
    /** The configured language model; null means search mode. */
    model: z.nullable(z.string()),
    /** Vectors for search by meaning. `unit-length`: every metric gives the same order. `none`: keyword search only. */
    vectors: z.enum(["none", "unit-length", "any-length"]),
    canMail: z.boolean(),
    /** The origin that users open, such as `https://looby.example`; null when the operator gave none, missing from older servers. */
    publicAddress: z.optional(z.nullable(z.string())),
    /** How long this server retains each of its backups, in hours; null when its operator decides. */
    backupRetentionHours: z.nullable(z.number()),
  }),
});

export const setUseRag = defineEndpoint({
  id: "settings.set-use-rag",
  method: "PUT",
  path: "/api/settings/use-rag",
  summary:
    "Whether language models may read the library and one's memories for a question from elsewhere, such as Telegram. Every message from a page sets it, too.",
  body: z.strictObject({ useRag: z.boolean() }),
  response: z.object({ useRag: z.boolean() }),
});

export const getHealth = defineEndpoint({
  id: "settings.health",
  method: "GET",
  path: "/api/health",
  summary: "Is the server well, and which engines does it use?",
  response: z.object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    /** Without the operator's token, `OPERATORS_SERVER` stands for the models that the operator chose. */
    engines: z.object({
      database: z.string(),
      vectors: z.boolean(),
      embeddings: z.string(),
      languageModel: z.nullable(z.string()),
      storage: z.string(),
    }),
    /** State at the last check: this call never waits for the database. */
    database: z.object({
      isAnswering: z.boolean(),
      /** Null when it has not been checked yet. */
      lastAnswer: z.nullable(z.iso.datetime({ offset: true })),
    }),
    writable: z.boolean(),
    /** Documents without a vector yet: 0 when the embedding job is done, null while they are not counted. */
    toEmbed: z.nullable(z.number()),
    lastBackup: z.nullable(z.iso.datetime({ offset: true })),
    /** The server's time, from which a phone calculates the error of its own clock. */
    now: z.optional(z.iso.datetime({ offset: true })),
    /**
     * `isTrusted` is false while stored data is dated more than five minutes in the future. `lastJump`: when the clock was last set by
     * more than five minutes while the server ran, and how far (negative: back).
     */
    clock: z.optional(
      z.object({
        isTrusted: z.boolean(),
        lastJump: z.nullable(z.object({ at: z.iso.datetime({ offset: true }), seconds: z.number() })),
      }),
    ),
    /**
     * A changed epoch means that the server was restored from a backup and may lack data it had confirmed. `setBackTo` is the backup's
     * time, if known.
     */
    data: z.optional(
      z.object({ epoch: z.string(), setBackTo: z.nullable(z.iso.datetime({ offset: true })) }),
    ),
  }),
});
