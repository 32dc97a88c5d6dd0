import {
  changeThread,
  deleteThread,
  followRun,
  getThread,
  listThreads as listThreadsEndpoint,
  sendMessage,
  stopRun,
} from "#shared/features/chat/contract.ts";
import { storedCompanionId } from "#shared/features/companions/base-companion.ts";
import { findThread, listThreads } from "./repository.ts";
import { findRun } from "./run/run-repository.ts";
import type { Chat } from "./service.ts";
import { threadListing } from "./thread-view.ts";
import { storeUseRag } from "#server/features/settings/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { prove } from "#server/http/authorized.ts";
import { type Route, route } from "#server/http/route.ts";
import { eventStream } from "#server/http/response/sse.ts";

const MINUTE = 60_000;
const MAX_THREADS = 200;
/** Maximum words of a search; others are ignored. */
const MAX_WORDS = 8;

/** Threads and runs are visible only to their owner; other users get the response for a missing one. */
const onlyOwner = { allow: ["owner"], denied: "not-found" } as const;
const mine = { who: "session", object: onlyOwner } as const;
const messagePolicy = { ...mine, limits: [{ by: "session", max: 60, windowMs: MINUTE }] } as const;

export function chatRoutes(chat: Chat): Route[] {
  return [
    route(sendMessage, messagePolicy, async ({ actor, body, db, request }) => {
      const { runId, events } = await chat.respond(actor, body, request.address);
      if (actor.kind === "user" && body.useRag !== undefined)
        await storeUseRag(db, actor.userId, body.useRag);
      return chatStream(events, { "looby-run": runId });
    }),
    route(followRun, mine, async ({ actor, params, query, request, db }) => {
      const run = proveOwn(actor, await findRun(db, params.runId));
      return chatStream(await chat.follow(run, query.after ?? lastEventId(request.headers)));
    }),
    route(stopRun, mine, async ({ actor, params, db }) => {
      const run = proveOwn(actor, await findRun(db, params.runId));
      return { stopped: await chat.stop(run) };
    }),
    route(listThreadsEndpoint, { who: "session" }, async ({ actor, query, db }) => {
      const words = (query.q ?? "")
        .split(/\s+/)
        .filter((word) => word !== "")
        .slice(0, MAX_WORDS);
      const companion = query.companion === undefined ? undefined : storedCompanionId(query.companion);
      const isAnswering = query.answering !== undefined;
      const filter = { userId: actor.userId, companion, words, isAnswering, limit: MAX_THREADS };
      const threads = await listThreads(db, filter);
      return { threads: threads.map((thread) => threadListing(thread, words)) };
    }),
    route(getThread, mine, async ({ actor, params, query, db }) => {
      const thread = proveOwn(actor, await findThread(db, params.threadId));
      return await chat.page(thread, query);
    }),
    route(changeThread, mine, async ({ actor, params, body, db }) =>
      chat.change(proveOwn(actor, await findThread(db, params.threadId)), body),
    ),
    route(deleteThread, mine, async ({ actor, params, db }) => {
      await chat.remove(db, proveOwn(actor, await findThread(db, params.threadId)));
      return { deleted: true, id: params.threadId };
    }),
  ];
}

function chatStream(text: AsyncIterable<string>, headers: Record<string, string> = {}): Response {
  return eventStream(text, { "x-vercel-ai-ui-message-stream": "v1", ...headers });
}

function proveOwn<T extends { userId: string }>(actor: Actor, thing: T | null) {
  if (thing === null) throw notFound();
  return prove(thing, thing.userId === actor.userId ? "owner" : "stranger", onlyOwner);
}

/** The header a browser's own EventSource sends when it reconnects. */
function lastEventId(headers: Headers): number {
  const header = headers.get("last-event-id");
  if (header === null) return 0;
  if (!/^\d{1,9}$/.test(header)) {
    throw new AppError("bad-request", "Last-Event-ID must be the number of a frame.");
  }
  return Number(header);
}
