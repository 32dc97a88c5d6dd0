import type { Kysely } from "kysely";
import { entityIds, followEvents } from "#shared/features/events/contract.ts";
import type { Deps } from "#server/deps.ts";
import type { EventHub } from "#server/events/event-hub.ts";
import type { Follower } from "#server/events/follower.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";
import { eventStream } from "#server/http/response/sse.ts";
import { WireText } from "#server/http/response/wire-text.ts";
import type { Schema } from "#server/db/schema.ts";
import { entityChannel, personChannel } from "#server/events/publish.ts";
import { listMemberships } from "#server/features/communities/repository.ts";

const listening = { who: "public", limits: [{ by: "session", max: 120, windowMs: 60_000 }] } as const;

export function eventRoutes(hub: EventHub): Route[] {
  return [
    route(followEvents, listening, async ({ actor, query, request, db, deps }) => {
      if (actor === null) throw new AppError("unauthenticated", "Please open a session first.");
      const asked = entityIds(query.entities);
      const after = query.after ?? lastEventId(request.headers);
      const channels = await allowedChannels(db, actor.userId, asked);
      const follower = await hub.follow(actor, channels, after);
      const { headers } = request;
      follower.recheck = () => void recheck({ hub, follower, actor, asked, headers, deps });
      // The session may have ended between the router's check and the subscription. From here on the stream misses no change.
      follower.recheck();
      if (query.for !== undefined) leaveAfter(follower, query.for);
      return eventStream(follower);
    }),
  ];
}

interface Line {
  hub: EventHub;
  follower: Follower;
  actor: Actor;
  asked: readonly string[];
  headers: Headers;
  deps: Deps;
}

/** Ends the stream when the session or its user has changed, and drops channels that the user may no longer follow. */
async function recheck({ hub, follower, actor, asked, headers, deps }: Line): Promise<void> {
  try {
    const now = await deps.sessions.find(headers);
    if (now?.userId !== actor.userId || now.sessionId !== actor.sessionId) {
      follower.end();
      return;
    }
    const channels = await allowedChannels(deps.database.kysely, actor.userId, asked);
    const lost = [...follower.channels].filter((channel) => !channels.includes(channel));
    if (lost.length === 0) return;
    hub.setChannels(follower, channels);
    for (const channel of lost)
      follower.write(new WireText(`data: ${JSON.stringify({ channel, event: "channel-closed" })}\n\n`));
  } catch (error) {
    deps.log.warn({ err: error }, "a stream could not be checked again; its page makes a new one");
    follower.leave();
  }
}

function leaveAfter(follower: Follower, seconds: number): void {
  if (seconds === 0) follower.leave();
  else setTimeout(() => follower.leave(), seconds * 1000).unref();
}

/** The header a browser's own EventSource sends when it reconnects. */
function lastEventId(headers: Headers): number | null {
  const header = headers.get("last-event-id");
  if (header === null || header === "") return null;
  if (!/^\d{1,15}$/.test(header)) {
    throw new AppError("bad-request", "Last-Event-ID must be the number of an event.");
  }
  return Number(header);
}

/** The channels that a user may follow: their own, and of the requested entities the user and their communities. */
async function allowedChannels(
  db: Kysely<Schema>,
  userId: string,
  asked: readonly string[],
): Promise<string[]> {
  const mine = new Set(asked.length === 0 ? [] : [userId, ...(await listMemberships(db, userId))]);
  return [
    personChannel(userId),
    ...asked.filter((entityId) => mine.has(entityId)).map((entityId) => entityChannel(entityId)),
  ];
}
