import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

/** What the page must know before it can speak: names and which parts this server has. */
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
    /** What search compares by meaning; `unit-length`: every metric gives the same order. `none`: it goes by words. */
    vectors: z.enum(["none", "unit-length", "any-length"]),
    canMail: z.boolean(),
    /** How long this server keeps a backup of its own; null where that is its operator's to decide. */
    backupsKeptHours: z.nullable(z.number()),
  }),
});

export const getHealth = defineEndpoint({
  id: "settings.health",
  method: "GET",
  path: "/api/health",
  summary: "Is the server well, and which engines does it use?",
  response: z.object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    engines: z.object({
      database: z.string(),
      vectors: z.boolean(),
      embeddings: z.string(),
      languageModel: z.nullable(z.string()),
      storage: z.string(),
    }),
    /** As of the last time it was asked: this call never waits for it. */
    database: z.object({
      isAnswering: z.boolean(),
      /** Null: it was not asked before. */
      lastAnswer: z.nullable(z.iso.datetime({ offset: true })),
    }),
    writable: z.boolean(),
    /** Documents search does not know by meaning yet; 0 once the embedding job is through, null while they are not counted. */
    toEmbed: z.nullable(z.number()),
    lastBackup: z.nullable(z.iso.datetime({ offset: true })),
    /** The server's time, by which a phone learns how far its own clock is off. */
    now: z.optional(z.iso.datetime({ offset: true })),
    /** Another id than before: the server was set back, to a backup of this moment where it is known, and may lack what it had confirmed. */
    data: z.optional(
      z.object({ epoch: z.string(), setBackTo: z.nullable(z.iso.datetime({ offset: true })) }),
    ),
  }),
});
