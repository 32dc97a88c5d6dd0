import type { GuideSection } from "#shared/features/companions/contract.ts";
import type { getThread } from "#shared/features/chat/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { openDatabase } from "../database.ts";
import { namesForgotten, withoutForgotten } from "./forgotten.ts";
import { currentUser } from "../user/phone-user.ts";

/**
 * What this phone has fetched of what its person may see, to answer from without a signal; what a screen itself has asked for
 * lies among the kept queries instead. It belongs to a person: another one on the same phone never reads it, and it is gone
 * when they sign out.
 */
export interface CopiedParts {
  /** Of the library. */
  listings: ListingsCopy;
  guide: readonly GuideSection[];
  /** When everything was last renewed: its `at`. The data say what there is. */
  synced: CopySummary;
}

export interface ListingsCopy {
  /** The newest first. */
  listings: readonly Resource[];
  /** The person's communities when it was made whole: contacts show to members only. */
  communityIds: readonly string[];
  /** When all of it was fetched, in milliseconds since the epoch. */
  wholeAt: number;
  /** The library is larger than what a phone keeps. */
  isPart: boolean;
}

/** How much there is. */
export interface CopySummary {
  listings: number;
  memories: number;
  threads: number;
  /** The library is larger than what a phone keeps. */
  isPart: boolean;
}

export type ThreadPage = ResponseOf<typeof getThread>;

const THREAD = "thread:";
/** Conversations of which the newest messages are kept. */
export const MOST_THREADS = 30;

/** A part of the copy and when the server was heard; null when it is not here or not this person's. */
export async function readCopy<Name extends keyof CopiedParts>(
  name: Name,
): Promise<{ at: number; data: CopiedParts[Name] } | null> {
  // Written below only.
  return (await read(name)) as { at: number; data: CopiedParts[Name] } | null;
}

/** @param userId who asked the server for it: if another user is on the phone by now, nothing is kept */
export async function storeCopy<Name extends keyof CopiedParts>(
  userId: string,
  name: Name,
  data: CopiedParts[Name],
): Promise<void> {
  await write(userId, name, data);
}

/** The newest messages of a conversation as they were last heard; null when they are not here. */
export async function readThread(threadId: string): Promise<{ at: number; data: ThreadPage } | null> {
  return (await read(THREAD + threadId)) as { at: number; data: ThreadPage } | null; // written below only
}

/** Stores the end of a conversation. @param userId as for `storeCopy` */
export async function storeThread(userId: string, page: ThreadPage): Promise<void> {
  await write(userId, THREAD + page.thread.id, page);
}

/** Ids of the kept conversations, with when they were heard. */
export async function listStoredThreads(): Promise<{ id: string; at: number }[]> {
  const database = await openDatabase();
  const names = await database.getAllKeys("copies", threadNames());
  const kept = await Promise.all(names.map(async (name) => ({ name, copy: await read(name) })));
  return kept.flatMap(({ name, copy }) =>
    copy === null ? [] : [{ id: name.slice(THREAD.length), at: copy.at }],
  );
}

export async function forgetThreads(ids: readonly string[]): Promise<void> {
  const transaction = (await openDatabase()).transaction("copies", "readwrite");
  for (const id of ids) await transaction.store.delete(THREAD + id);
  await transaction.done;
}

function threadNames(): IDBKeyRange {
  return IDBKeyRange.bound(THREAD, `${THREAD}\uffff`);
}

async function read(name: string): Promise<{ at: number; data: unknown } | null> {
  const database = await openDatabase();
  const [kept, userId] = await Promise.all([database.get("copies", name), currentUser(database)]);
  return kept === undefined || kept.userId !== userId ? null : { at: kept.at, data: kept.data };
}

async function write(userId: string, name: string, data: unknown): Promise<void> {
  const transaction = (await openDatabase()).transaction(["facts", "copies"], "readwrite");
  // In one transaction with the write: who has signed out meanwhile leaves nothing behind.
  const facts = transaction.objectStore("facts");
  const present = await facts.get("userId");
  if (present === userId) {
    // An answer in a conversation may quote what was deleted: only the server knows which.
    const isStale = name.startsWith(THREAD) && (await namesForgotten(facts, data));
    const left = isStale ? null : await withoutForgotten(facts, data);
    if (left !== null)
      await transaction.objectStore("copies").put({ userId, at: Date.now(), data: left }, name);
  }
  await transaction.done;
}
