import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, text } from "#shared/http/fields.ts";

/** Entities one stream may listen to besides the person's own channel. */
export const MAX_ENTITIES = 20;

/** What happened, as a page hears it. */
export const liveEvent = z.object({
  /** `me`: for this person alone. `user-<id>`: of a person or a community the page asked for. */
  channel: z.string(),
  /**
   * `ready`: the stream stands. `reset`: not everything since the last number is kept; reload the lists. `channel-closed`:
   * that one is no longer heard. Else what a feature published.
   */
  event: z.string(),
  data: z.optional(z.unknown()),
});
export type LiveEvent = z.infer<typeof liveEvent>;

export const followEvents = defineEndpoint({
  id: "events.follow",
  method: "GET",
  path: "/api/events",
  summary:
    "What happens, as it happens: server-sent events, numbered, resumed with Last-Event-ID or `after`.",
  query: z.strictObject({
    /** Number of the last event heard. */
    after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
    /** Ids of people and communities to listen to besides, separated by commas; those one may not hear are left out. */
    entities: z.optional(text(MAX_ENTITIES * 130)),
    /** Seconds the stream stays open, for clients that ask from time to time; 0 answers with what was missed. */
    for: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400))),
  }),
  answer: "event-stream",
  response: liveEvent,
});

/** The ids of `entities`: at most 20 that are ids, each once. */
export function entityIds(entities: string | undefined): string[] {
  const given = (entities ?? "").split(",").filter((part) => id.safeParse(part).success);
  return [...new Set(given)].slice(0, MAX_ENTITIES);
}
