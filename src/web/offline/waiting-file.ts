import { isVisitor } from "#shared/features/account/visitor.ts";
import { recordingPurposes } from "#shared/features/voice/recording.ts";
import { memoryTypes } from "#shared/features/memories/contract.ts";
import {
  asWaitingBlob,
  MAX_WAITING_FILE_BYTES,
  readWaitingFile,
  type WaitingFile,
  type WaitingSound,
  type WaitingThing,
} from "#shared/outbox/waiting-file.ts";
import { CALLS_VERSION, type Operation } from "#shared/outbox/operation.ts";
import { announceChange } from "./changes.ts";
import { type LoobyDatabase, openDatabase } from "./database.ts";
import { writeInRoom } from "./make-room.ts";
import { outboxRows } from "./outbox-rows.ts";
import { currentMaker, makerIn, nameIn } from "./phone-user.ts";
import { queuedCall } from "./queued-calls.ts";

// What waits on this device as a file, and back.

/** All that waits for this person as JSON, photos and sound within it in base64. */
export async function fileOfAll(userId: string): Promise<File> {
  const database = await openDatabase();
  const rows = (await outboxRows(database.transaction("outbox").store)).filter(
    (operation) => operation.userId === userId,
  );
  const things = await Promise.all(
    rows.map(async ({ id, label, createdAt, endpointId, params, entity, dependsOn, version }) => ({
      id,
      label,
      createdAt: new Date(createdAt).toISOString(),
      call: endpointId,
      params,
      entity,
      dependsOn,
      version,
      body: await asJson(await database.get("bodies", id)),
    })),
  );
  const needed = new Set(rows.flatMap(({ dependsOn }) => dependsOn));
  const answers: Record<string, unknown> = {};
  for (const id of needed) {
    const answer = await database.get("answers", id);
    if (answer !== undefined) answers[id] = answer.result;
  }
  const recordings = (await database.getAll("recordings")).filter((one) => one.userId === userId);
  const said = await Promise.all(
    recordings.map(async ({ id, purpose, memoryType, type, startedAt, durationMs }) => {
      const chunks = await database.getAll("recordingChunks", chunksOf(id));
      const sound = await asJson(new Blob(chunks, { type }));
      return { id, purpose, memoryType, startedAt: new Date(startedAt).toISOString(), durationMs, sound };
    }),
  );
  const userName = rows.findLast((row) => row.userName !== undefined)?.userName ?? null;
  const head = { app: "looby", format: 1, savedAt: new Date().toISOString(), userId, userName };
  const text = JSON.stringify({ ...head, things, answers, said }, null, 2);
  return new File([text], "looby-not-sent.json", { type: "application/json" });
}

/** What such a file would bring onto this device, for its person to look at first. */
export interface OpenedFile {
  file: WaitingFile;
  /** What each thing is called, in its order. */
  labels: string[];
}

/** Looks into a file. @returns a sentence when it is none, or not of who is here */
export async function openWaitingFile(chosen: Blob): Promise<OpenedFile | { problem: string }> {
  if (chosen.size > MAX_WAITING_FILE_BYTES) return { problem: "This file is too large: at most 300 MB." };
  const read = readWaitingFile(await chosen.text());
  if ("problem" in read) return read;
  const { file } = read;
  if (!isVisitor(file.userId) && file.userId !== (await currentMaker(await openDatabase())))
    return {
      problem: `These are things of ${file.userName ?? "somebody else"}. Sign in as ${file.userName ?? "them"} and open the file again.`,
    };
  const unknown = file.things.find(({ call }) => queuedCall(call) === null);
  if (unknown !== undefined)
    return { problem: "Another version of Looby has saved this file. Reload this page and open it again." };
  const labels = [...file.things.map(({ label }) => label), ...file.said.map(() => "A recording")];
  if (labels.length === 0) return { problem: "There is nothing in this file." };
  return { file, labels };
}

/**
 * Lets all of an opened file wait here, under the ids it had: what waits here already, or was sent from here, is left out, and
 * what was sent elsewhere the server knows by its id.
 * @returns how many things wait now that did not
 */
export async function takeIn({ file }: OpenedFile): Promise<number> {
  const bodies = new Map(file.things.map(({ id, body }) => [id, fromJson(body)]));
  const sounds = await Promise.all(
    file.said.map(async (one) => ({ one, bytes: await toBlob(one.sound).arrayBuffer() })),
  );
  const added = await writeInRoom(
    ["outbox", "bodies", "answers", "facts", "recordings", "recordingChunks"],
    "strict",
    async (transaction) => {
      const userId = await makerIn(transaction.objectStore("facts"));
      const userName = await nameIn(transaction.objectStore("facts"));
      const owner = { userId, ...(userName === null ? {} : { userName }) };
      const answers = transaction.objectStore("answers");
      let count = 0;
      for (const thing of file.things) {
        const isKnown = (await transaction.objectStore("outbox").index("id").getKey(thing.id)) !== undefined;
        if (isKnown || (await answers.getKey(thing.id)) !== undefined) continue;
        // The store gives the sequence number.
        await transaction.objectStore("outbox").add({ ...rowOf(thing), ...owner } as Operation);
        await transaction.objectStore("bodies").put(bodies.get(thing.id), thing.id);
        count += 1;
      }
      for (const [id, result] of Object.entries(file.answers))
        if ((await answers.getKey(id)) === undefined) await answers.put({ result, at: Date.now() }, id);
      for (const { one, bytes } of sounds) {
        if ((await transaction.objectStore("recordings").getKey(one.id)) !== undefined) continue;
        await transaction.objectStore("recordings").put({ ...recordingOf(one), userId });
        await transaction.objectStore("recordingChunks").put(bytes, [one.id, 0]);
        count += 1;
      }
      return count;
    },
  );
  announceChange();
  return added;
}

function rowOf(thing: WaitingThing): Omit<Operation, "seq" | "userId"> {
  const { id, label, call, params, entity, dependsOn, version } = thing;
  return {
    id,
    label,
    endpointId: call,
    entity,
    dependsOn,
    version: version ?? CALLS_VERSION,
    ...(params === undefined ? {} : { params }),
    createdAt: Math.min(Date.now(), Date.parse(thing.createdAt)),
    state: "queued",
    tries: 0,
    notBefore: 0,
    problem: null,
  };
}

function recordingOf(one: WaitingSound): Omit<LoobyDatabase["recordings"]["value"], "userId"> {
  const { id, durationMs, sound } = one;
  const purpose = recordingPurposes.find((each) => each === one.purpose) ?? "memory";
  const memoryType = memoryTypes.find((type) => type === one.memoryType) ?? null;
  return { id, purpose, durationMs, type: sound.type, memoryType, startedAt: Date.parse(one.startedAt) };
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

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== "object" || value === null) return value;
  const kept = asWaitingBlob(value);
  if (kept !== null) return toBlob(kept);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
}

function toBlob({ name, type, base64 }: { name: string | null; type: string; base64: string }): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return name === null ? new Blob([bytes], { type }) : new File([bytes], name, { type });
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
