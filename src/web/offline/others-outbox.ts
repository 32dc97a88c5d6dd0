import { isVisitor } from "#shared/features/account/visitor.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { type WaitingOfOther, waitingOfOthers } from "#shared/outbox/others.ts";
import { announceChange } from "./changes.ts";
import { openDatabase } from "./database.ts";
import { outboxRows } from "./outbox-rows.ts";
import { currentMaker } from "./phone-user.ts";
import { EPOCH_FACT, readEpoch } from "./set-back-fact.ts";

// What waits on this device for people who are not on it now: counted, thrown away, or saved as a file.

/** Of everybody but who is on this device. */
export async function listOthers(): Promise<WaitingOfOther[]> {
  const database = await openDatabase();
  const transaction = database.transaction(["outbox", "recordings", "facts"]);
  const operations = await outboxRows(transaction.objectStore("outbox"));
  const recordings = await transaction.objectStore("recordings").getAll();
  const lost = readEpoch(await transaction.objectStore("facts").get(EPOCH_FACT))?.lost ?? [];
  return waitingOfOthers(operations, recordings, await currentMaker(database), isVisitor, lost);
}

/** Throws away all that waits for this person, for good. */
export async function discardAllOf(userId: string): Promise<void> {
  const stores = ["outbox", "bodies", "sent", "recordings", "recordingChunks"] as const;
  const transaction = (await openDatabase()).transaction(stores, "readwrite", { durability: "strict" });
  for (const { seq, id } of await rowsOf(transaction.objectStore("outbox"), userId)) {
    await transaction.objectStore("outbox").delete(seq);
    await transaction.objectStore("bodies").delete(id);
  }
  for (const row of await transaction.objectStore("sent").getAll()) {
    if (row.userId !== userId) continue;
    await transaction.objectStore("sent").delete(row.id);
    await transaction.objectStore("bodies").delete(row.id);
  }
  const recordings = transaction.objectStore("recordings");
  for (const recording of await recordings.getAll()) {
    if (recording.userId !== userId) continue;
    await recordings.delete(recording.id);
    await transaction.objectStore("recordingChunks").delete(chunksOf(recording.id));
  }
  await transaction.done;
  announceChange();
}

/** All that waits for this person as JSON, photos and sound within it in base64. */
export async function fileOfAll(userId: string): Promise<File> {
  const database = await openDatabase();
  const operations = await rowsOf(database.transaction("outbox").store, userId);
  const things = await Promise.all(
    operations.map(async ({ id, label, createdAt, endpointId, params, body: _, ...row }: RowWithBody) => ({
      id,
      label,
      createdAt: new Date(createdAt).toISOString(),
      call: endpointId,
      params,
      dependsOn: row.dependsOn,
      body: await asJson(await database.get("bodies", id)),
    })),
  );
  const recordings = (await database.getAll("recordings")).filter((one) => one.userId === userId);
  const said = await Promise.all(
    recordings.map(async ({ id, type, startedAt }) => {
      const chunks = await database.getAll("recordingChunks", chunksOf(id));
      return {
        startedAt: new Date(startedAt).toISOString(),
        sound: await asJson(new Blob(chunks, { type })),
      };
    }),
  );
  const text = JSON.stringify({ app: "looby", savedAt: new Date().toISOString(), things, said }, null, 2);
  return new File([text], "looby-not-sent.json", { type: "application/json" });
}

type RowWithBody = Operation & { body?: unknown };

async function rowsOf(store: Parameters<typeof outboxRows>[0], userId: string): Promise<Operation[]> {
  return (await outboxRows(store)).filter((operation) => operation.userId === userId);
}

async function asJson(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const name = value instanceof File ? value.name : null;
    // A file the browser has lost is named all the same.
    const bytes = await value.arrayBuffer().catch(() => null);
    return { name, type: value.type, base64: bytes === null ? null : toBase64(new Uint8Array(bytes)) };
  }
  if (Array.isArray(value)) return await Promise.all(value.map(asJson));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await asJson(item)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x8000; // as many arguments as every browser takes
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

function chunksOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
