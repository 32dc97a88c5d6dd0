import type { PersistedQuery } from "@tanstack/query-persist-client-core";
import { names, type Outdated, withoutThing } from "#shared/outbox/without-thing.ts";
import { type Database, openDatabase } from "../database.ts";
import { noteForgotten } from "./forgotten.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";

/**
 * Takes what was deleted or changed on the server out of everything this device keeps of it: answers to earlier writes, answers
 * screens have asked for, and the local copy. Where a whole answer is about it, all of it goes and is asked for again.
 * @param except the write that was just answered: its answer tells how the thing is now, and what it depended on is not needed
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
  // What waits is the person's own, and sent with what it depends on; forget-in-sent.ts has seen to what is remembered.
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
    const kept = await store.get(key);
    if (kept === undefined) continue;
    const query = kept.query as PersistedQuery; // nothing else is written there
    const data = withoutThing(query.state.data, thing);
    if (data === query.state.data) continue;
    if (data === null) await store.delete(key);
    else await store.put({ ...kept, query: { ...query, state: { ...query.state, data } } }, key);
  }
  await done;
}

async function forgetCopies(database: Database, thing: Outdated): Promise<void> {
  const { store, done } = database.transaction("copies", "readwrite");
  for (const name of await store.getAllKeys()) {
    const kept = await store.get(name);
    if (kept === undefined || !names(kept.data, thing.id)) continue;
    // An answer in it may quote the thing: the server knows which, and is asked for all of it.
    const data = name.startsWith("thread:") ? null : withoutThing(kept.data, thing);
    if (data === null) await store.delete(name);
    else await store.put({ ...kept, data }, name);
  }
  await done;
}
