import type { PersistedQuery } from "@tanstack/query-persist-client-core";
import type { SentOperation } from "#shared/features/set-back/sent.ts";
import { inDatabase } from "../database.ts";
import type { Database } from "../schema.ts";
import { forgetSent } from "../set-back/sent.ts";
import { names, noteForgotten, withoutThing } from "./forgotten.ts";

/**
 * Deletes all data on this device that names a thing deleted or changed on the server: answers, cached queries and the local copy, to be
 * fetched again. After a deletion, also deletes its sent operations. Waiting operations belong to the user and stay.
 */
export async function forgetThing(id: string, isDeleted = true): Promise<void> {
  await inDatabase(async (database) => {
    if (isDeleted) {
      const { store, done } = database.transaction("facts", "readwrite");
      await noteForgotten(store, id);
      await done;
    }
    const transaction = database.transaction(["outbox", "answers", "bodies", "sent"], "readwrite");
    await forgetSent(transaction, {
      isForgotten: (rows) => (isDeleted ? sentAbout(rows, id) : []),
      isAnswerForgotten: ({ result }) => names(result, id),
    });
    await transaction.done;
    await forgetQueries(database, id);
    await forgetCopies(database, id, isDeleted);
  });
}

/** Sent operations that name the thing, and the uploads that no other operation needs. */
function sentAbout(rows: readonly SentOperation[], id: string): SentOperation[] {
  const isAbout = ({ operation: { entity, params }, given }: SentOperation) =>
    names([entity, params, given], id);
  const others = rows.filter((row) => !isAbout(row));
  const needed = new Set(others.flatMap(({ operation }) => operation.dependsOn));
  const parts = new Set(rows.filter(isAbout).flatMap(({ operation }) => operation.dependsOn));
  return rows.filter((row) => isAbout(row) || (parts.has(row.id) && !needed.has(row.id)));
}

async function forgetQueries(database: Database, id: string): Promise<void> {
  const { store, done } = database.transaction("queries", "readwrite");
  for (const key of await store.getAllKeys()) {
    const query = (await store.get(key))?.query as PersistedQuery | undefined; // nothing else is written there
    if (names(query?.state.data, id)) await store.delete(key);
  }
  await done;
}

async function forgetCopies(database: Database, id: string, isDeleted: boolean): Promise<void> {
  const { store, done } = database.transaction("copies", "readwrite");
  const all = await store.getAllKeys();
  for (const name of all) {
    const stored = await store.get(name);
    if (stored === undefined || !names(stored.data, id)) continue;
    // A small copy does not name its listing: all of them are fetched again.
    if (name === "listings" && isDeleted)
      for (const thumb of all.filter((other) => other.startsWith("thumb:"))) await store.delete(thumb);
    const data = withoutThing(stored.data, id);
    if (data === null) await store.delete(name);
    else await store.put({ ...stored, data }, name);
  }
  await done;
}
