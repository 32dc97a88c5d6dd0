import type { PersistedQuery } from "@tanstack/query-persist-client-core";
import { names, type Outdated, withoutThing } from "#shared/outbox/without-thing.ts";
import { type Database, openDatabase } from "../database.ts";
import { noteForgotten } from "./forgotten.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";

/**
 * Removes what was deleted or changed on the server from everything this device stores: answers to earlier writes, cached
 * queries, and the local copy. An answer that is only about the thing is deleted and fetched again.
 * @param except the write just answered: its answer has the current state, and its dependencies are no longer needed
 */
export async function forgetThing(thing: Outdated, except: string | null = null): Promise<void> {
  const database = await openDatabase();
  if (thing.current === null) {
    const { store, done } = database.transaction("facts", "readwrite");
    await noteForgotten(store, thing.id);
    await done;
  }
  await forgetAnswers(database, thing, except);
  await forgetQueries(database, thing);
  await forgetCopies(database, thing);
}

async function forgetAnswers(
  database: Database,
  { id, current }: Outdated,
  except: string | null,
): Promise<void> {
  const transaction = database.transaction(["outbox", "answers", "bodies", "sent"], "readwrite");
  const sent = transaction.objectStore("sent");
  if (current === null)
    for (const row of await sent.getAll()) if (names(row.operation.entity, id)) await sent.delete(row.id);
  const waiting = await outboxRows(transaction.objectStore("outbox"));
  // Waiting operations belong to the user and keep what they depend on; `forgetInSent` handles the sent operations.
  const needed = new Set(
    waiting.flatMap((operation) => [operation.id, ...(operation.id === except ? [] : operation.dependsOn)]),
  );
  const remembered = new Set(await sent.getAllKeys());
  for (const name of ["answers", "bodies"] as const) {
    const store = transaction.objectStore(name);
    for (const key of await store.getAllKeys())
      if (
        !needed.has(key) &&
        !(name === "bodies" && remembered.has(key)) &&
        key !== except &&
        names(await store.get(key), id)
      )
        await store.delete(key);
  }
  await transaction.done;
}

async function forgetQueries(database: Database, thing: Outdated): Promise<void> {
  const { store, done } = database.transaction("queries", "readwrite");
  for (const key of await store.getAllKeys()) {
    const stored = await store.get(key);
    if (stored === undefined) continue;
    const query = stored.query as PersistedQuery; // nothing else is written there
    const data = withoutThing(query.state.data, thing);
    if (data === query.state.data) continue;
    if (data === null) await store.delete(key);
    else await store.put({ ...stored, query: { ...query, state: { ...query.state, data } } }, key);
  }
  await done;
}

async function forgetCopies(database: Database, thing: Outdated): Promise<void> {
  const { store, done } = database.transaction("copies", "readwrite");
  const all = await store.getAllKeys();
  for (const name of all) {
    const stored = await store.get(name);
    if (stored === undefined || !names(stored.data, thing.id)) continue;
    // A small copy does not say which listing it shows: all of them are fetched again.
    if (name === "listings" && thing.current === null)
      for (const thumb of all.filter((other) => other.startsWith("thumb:"))) await store.delete(thumb);
    // An answer in the thread may quote the thing. Only the server knows which one, so the whole thread is fetched again.
    const data = name.startsWith("thread:") ? null : withoutThing(stored.data, thing);
    if (data === null) await store.delete(name);
    else await store.put({ ...stored, data }, name);
  }
  await done;
}
