import type { GuideSection } from "#shared/features/companions/contract.ts";
import type { getThread } from "#shared/features/chat/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { inDatabase } from "../database.ts";
import { fromStored, toStored } from "../stored-bytes.ts";
import { withoutForgotten } from "./forgotten.ts";
import { currentUser } from "../user/phone-user.ts";

/**
 * The data this phone has fetched to answer offline, limited to what its user may see. The data of a screen is in the cached queries
 * instead. The copy belongs to one user: another user on the same phone never reads it, and it is deleted on sign-out.
 */
export interface CopiedParts {
  /** From the library. */
  listings: ListingsCopy;
  guide: readonly GuideSection[];
  /** Its `at` is the last full update of the copy; the data are counts. */
  synced: CopySummary;
}

export interface ListingsCopy {
  /** Newest first. */
  listings: readonly Resource[];
  /** The user's communities at the last full fetch: contacts are visible to members only. */
  communityIds: readonly string[];
  /** Time of the last full fetch, in milliseconds since the epoch. */
  wholeAt: number;
  /** True when the library is larger than what a phone stores. */
  isPart: boolean;
}

/** Counts of the stored items. */
export interface CopySummary {
  listings: number;
  memories: number;
  threads: number;
  /** True when the library is larger than what a phone stores. */
  isPart: boolean;
}

export type ThreadPage = ResponseOf<typeof getThread>;

const THREAD = "thread:";
const THUMB = "thumb:";
/** Number of conversations whose newest messages are stored. */
export const MOST_THREADS = 30;

/** A part of the copy and the time of the server's answer; null when it is missing or another user's. */
export async function readCopy<Name extends keyof CopiedParts>(
  name: Name,
): Promise<{ at: number; data: CopiedParts[Name] } | null> {
  // Only the functions below write it.
  return (await read(name)) as { at: number; data: CopiedParts[Name] } | null;
}

/** @param userId the user it was fetched for: nothing is stored if another user is on the phone by now */
export async function storeCopy<Name extends keyof CopiedParts>(
  userId: string,
  name: Name,
  data: CopiedParts[Name],
): Promise<void> {
  await write(userId, name, data);
}

/** The newest messages of a conversation, as last fetched; null when they are not stored. */
export async function readThread(threadId: string): Promise<{ at: number; data: ThreadPage } | null> {
  return (await read(THREAD + threadId)) as { at: number; data: ThreadPage } | null; // only written below
}

/** Stores the newest messages of a conversation. @param userId as for `storeCopy` */
export async function storeThread(userId: string, page: ThreadPage): Promise<void> {
  await write(userId, THREAD + page.thread.id, page);
}

/** Ids of the stored conversations, with the time of each fetch. */
export async function listStoredThreads(): Promise<{ id: string; at: number }[]> {
  const names = await inDatabase((database) => database.getAllKeys("copies", threadNames()));
  const stored = await Promise.all(names.map(async (name) => ({ name, copy: await read(name) })));
  return stored.flatMap(({ name, copy }) =>
    copy === null ? [] : [{ id: name.slice(THREAD.length), at: copy.at }],
  );
}

export async function forgetThreads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inDatabase(async (database) => {
    const { store, done } = database.transaction("copies", "readwrite");
    for (const id of ids) await store.delete(THREAD + id);
    await done;
  });
}

function threadNames(): IDBKeyRange {
  return IDBKeyRange.bound(THREAD, `${THREAD}\uffff`);
}

/** The small copy of a photo; null when it is not stored. @param path path of the photo on the server */
export async function readThumb(path: string): Promise<Blob | null> {
  const stored = await read(THUMB + path);
  const picture = fromStored(stored?.data);
  return picture instanceof Blob && picture.size > 0 ? picture : null;
}

/** @param userId as for `storeCopy` @param picture empty: there is no copy of this photo */
export async function storeThumb(userId: string, path: string, picture: Blob): Promise<void> {
  await write(userId, THUMB + path, await toStored(picture));
}

/** Deletes the small copies of all photos except these. @returns the paths of those that are stored */
export async function forgetThumbsExcept(paths: ReadonlySet<string>): Promise<Set<string>> {
  return await inDatabase(async (database) => {
    const { store, done } = database.transaction("copies", "readwrite");
    const stored = new Set<string>();
    for (const name of await store.getAllKeys(IDBKeyRange.bound(THUMB, `${THUMB}\uffff`))) {
      const path = name.slice(THUMB.length);
      if (paths.has(path)) stored.add(path);
      else await store.delete(name);
    }
    await done;
    return stored;
  });
}

async function read(name: string): Promise<{ at: number; data: unknown } | null> {
  const [stored, userId] = await inDatabase((database) =>
    Promise.all([database.get("copies", name), currentUser(database)]),
  );
  return stored === undefined || stored.userId !== userId ? null : { at: stored.at, data: stored.data };
}

async function write(userId: string, name: string, data: unknown): Promise<void> {
  await inDatabase(async (database) => {
    const transaction = database.transaction(["facts", "copies"], "readwrite");
    // In the transaction of the write: if the user signs out at that moment, no data is left behind.
    const facts = transaction.objectStore("facts");
    const present = await facts.get("userId");
    if (present === userId) {
      const left = await withoutForgotten(facts, data);
      if (left !== null)
        await transaction.objectStore("copies").put({ userId, at: Date.now(), data: left }, name);
    }
    await transaction.done;
  });
}
