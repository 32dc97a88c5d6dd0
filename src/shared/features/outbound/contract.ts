import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/** As many as one call gives. */
export const OUTBOUND_PAGE = 50;

/** What this server calls others for; every way out of it names one. */
export const outboundPurposes = [
  "answer",
  "model-list",
  "embedding",
  "speech",
  "address",
  "photo",
  "push",
  "telegram",
  "omi",
  "mem0",
  "mail",
] as const;
export type OutboundPurpose = (typeof outboundPurposes)[number];

/** `under-way`: nothing has come back yet. `broke-off`: the answer ended early. `stopped`: this server wanted no more of it. */
export const outboundOutcomes = ["under-way", "answered", "no-answer", "broke-off", "stopped"] as const;
export type OutboundOutcome = (typeof outboundOutcomes)[number];

const outboundCall = z.object({
  id,
  /** When it began; of calls that are counted together, the first. */
  at: instant,
  /** Calls that say the same again and again, for nobody in particular, are counted here. */
  times: z.number(),
  lastAt: instant,
  purpose: z.enum(outboundPurposes),
  /** The endpoint or job that made it. */
  reason: z.string(),
  /** Made for the caller. */
  isMine: z.boolean(),
  method: z.string(),
  host: z.string(),
  /** Without its query; secrets in it are taken out. */
  path: z.string(),
  /** Names of what was sent. */
  fields: z.array(z.string()),
  /** What was sent, long texts cut short and secrets taken out; null when there was nothing or it is not kept. */
  sent: z.nullable(z.string()),
  /** Null when it cannot be told. */
  bytesSent: z.nullable(z.number()),
  bytesReceived: z.number(),
  outcome: z.enum(outboundOutcomes),
  /** HTTP status of the answer; null without one. */
  status: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
});
export type OutboundCallView = z.infer<typeof outboundCall>;

export const listOutboundCalls = defineEndpoint({
  id: "outbound.list",
  method: "GET",
  path: "/api/outbound-calls",
  summary:
    "The calls this server made to others, newest first: the caller's own, or with `scope=all`, for operators, everybody's.",
  query: z.strictObject({ scope: z.optional(z.enum(["own", "all"])), before: z.optional(text(200)) }),
  response: z.object({
    calls: z.array(outboundCall),
    nextBefore: z.nullable(z.string()),
    /** How many of the newest are kept, and for how many days. */
    kept: z.object({ days: z.number(), calls: z.number() }),
    /** Whether the caller may ask for everybody's. */
    isOperator: z.boolean(),
  }),
});
