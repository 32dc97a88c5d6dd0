import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/** Most calls in one response. */
export const OUTBOUND_PAGE = 50;

/** Purposes of this server's outbound calls; every outbound call names one. */
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

/** `under-way`: no response yet. `broke-off`: the response ended early. `stopped`: this server canceled it. */
export const outboundOutcomes = ["under-way", "answered", "no-answer", "broke-off", "stopped"] as const;
export type OutboundOutcome = (typeof outboundOutcomes)[number];

const outboundCall = z.object({
  id,
  /** When it began. For calls counted together, when the first began. */
  at: instant,
  /** Number of calls. Repeated identical calls that are not made for a particular user are counted in one entry. */
  times: z.number(),
  lastAt: instant,
  purpose: z.enum(outboundPurposes),
  /** The endpoint or job that made it. */
  reason: z.string(),
  /** Made for the caller. */
  isMine: z.boolean(),
  method: z.string(),
  host: z.string(),
  /** Without its query, and with secrets removed. */
  path: z.string(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** The content that was sent, with long texts cut and secrets removed; null when there was none or it is not retained. */
  sent: z.nullable(z.string()),
  /** Null when unknown. */
  bytesSent: z.nullable(z.number()),
  bytesReceived: z.number(),
  outcome: z.enum(outboundOutcomes),
  /** HTTP status of the response; null without one. */
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
    /** Number of newest calls that are retained, and for how many days. */
    retention: z.object({ days: z.number(), calls: z.number() }),
    /** Whether the caller may read everybody's calls. */
    isOperator: z.boolean(),
  }),
});
