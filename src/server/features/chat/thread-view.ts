import type { Kysely } from "kysely";
import type { getThread, Message, MessageUi, Thread, ThreadListing } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import type { FoundThread, MessageRecord, ThreadRecord } from "./repository.ts";
import { answerOf, type LoggedFrame } from "./run/run-log.ts";

export type ThreadPage = ResponseOf<typeof getThread>;

/** Data the owner of a thread has saved from a message. */
interface Made {
  /** The card of the data saved from it; null for no data. */
  ui: MessageUi | null;
  /** Memories recorded right after it, oldest first. */
  keptAfter: readonly Memory[];
}

/** Data a person has saved from each of these messages. */
export type MadeFrom = (
  db: Kysely<Schema>,
  userId: string,
  messageIds: readonly string[],
) => Promise<(messageId: string) => Made>;

export function threadView({ id, companion, title, updatedAt }: ThreadRecord): Thread {
  return { id, companion, title, updatedAt: updatedAt.toISOString() };
}

/** @param words the searched words */
export function threadListing(thread: FoundThread, words: readonly string[]): ThreadListing {
  return {
    ...threadView(thread),
    excerpt: thread.match === null ? null : excerptAround(thread.match, words),
    ...(thread.matchId === null ? {} : { matchId: thread.matchId }),
  };
}

/**
 * @param frames frames of the message's run so far, while it runs; else null
 * @param made data that its owner has saved from it
 */
export function messageView(
  record: MessageRecord,
  frames: readonly LoggedFrame[] | null,
  made: Made,
): Message {
  const { text, reasoning, sources, ui, steps, model } = frames === null ? record : answerOf(frames);
  return {
    id: record.id,
    role: record.role,
    content: text,
    reasoning,
    sources: [...sources],
    ui: made.ui ?? ui,
    ...(steps.length === 0 ? {} : { steps: [...steps] }),
    keptAfter: [...made.keptAfter],
    parentId: record.parentId,
    runId: record.runId,
    state: record.state,
    error: record.error,
    model,
    createdAt: record.createdAt.toISOString(),
    versions: record.versions,
  };
}

/** UTF-16 units before the first match, and in total. */
const BEFORE = 40;
const EXCERPT = 140;

/** The text around the first searched word, on one line, without Markdown and citation marks. */
function excerptAround(text: string, words: readonly string[]): string {
  const line = text
    .replaceAll(/\s?\[\^[^\]\s]+\]/g, "")
    .replaceAll(/[*`\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const found = places.length === 0 ? 0 : Math.min(...places);
  const from = found <= BEFORE ? 0 : line.indexOf(" ", found - BEFORE) + 1;
  const cut = line.slice(from, from + EXCERPT).toWellFormed();
  return `${from > 0 ? "…" : ""}${cut}${from + EXCERPT < line.length ? "…" : ""}`;
}
