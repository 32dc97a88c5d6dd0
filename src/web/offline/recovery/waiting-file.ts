import { isVisitor } from "#shared/features/account/visitor.ts";
import { recordingPurposes } from "#shared/features/voice/recording.ts";
import { memoryTypes } from "#shared/features/memories/contract.ts";
import {
  asWaitingBlob,
  MAX_WAITING_FILE_BYTES,
  readWaitingFile,
  type WaitingBlob,
  type WaitingFile,
  type WaitingSound,
  type WaitingThing,
} from "#shared/outbox/waiting-file.ts";
import { CALLS_VERSION, type Operation } from "#shared/outbox/operation.ts";
import { withReplaced } from "#shared/outbox/sent.ts";
import { announceChange } from "../changes.ts";
import { type LoobyDatabase, openDatabase, soundOf } from "../database.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";
import { currentMaker, makerIn, nameIn } from "../user/phone-user.ts";
import { queuedCall } from "../outbox/queued-calls.ts";
import { EPOCH_FACT, readEpoch } from "./set-back-fact.ts";

// Saves the waiting data of this device as a file, and opens such a file.

/** Everything that waits for this user as JSON, with photos and sound in base64. */
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
      const chunks = await database.getAll("recordingChunks", soundOf(id));
      const sound = await asJson(new Blob(chunks, { type }));
      return { id, purpose, memoryType, startedAt: new Date(startedAt).toISOString(), durationMs, sound };
    }),
  );
  const userName = rows.findLast((row) => row.userName !== undefined)?.userName ?? null;
  const head = { app: "looby", format: 1, savedAt: new Date().toISOString(), userId, userName };
  const text = JSON.stringify({ ...head, things, answers, said }, null, 2);
  return new File([text], "looby-not-sent.json", { type: "application/json" });
}

/** A parsed file, to be shown before it is added. */
export interface OpenedFile {
  file: WaitingFile;
  /** The label of each item, in the file's order. */
  labels: string[];
}

/**
 * Parses a file without adding anything.
 * @returns a sentence when the file is not valid, or was saved by another account than the one signed in
 */
export async function openWaitingFile(chosen: Blob): Promise<OpenedFile | { problem: string }> {
  if (chosen.size > MAX_WAITING_FILE_BYTES) return { problem: "This file is too large: at most 300 MB." };
  const read = readWaitingFile(await chosen.text());
  if ("problem" in read) return read;
  const { file } = read;
  const database = await openDatabase();
  // Nobody can sign in to an account that the server lost in a restore.
  const lost = readEpoch(await database.get("facts", EPOCH_FACT))?.lost ?? [];
  const isAnybodys = isVisitor(file.userId) || lost.includes(file.userId);
  if (!isAnybodys && file.userId !== (await currentMaker(database)))
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
 * Adds an opened file to the outbox of the user on this device, with the ids in the file. Skips items that already wait here or were
 * sent from here; the server recognizes the ids of items sent from elsewhere.
 * @returns the number of items added
 */
export async function takeIn({ file }: OpenedFile): Promise<number> {
  const bodies = new Map(file.things.map(({ id, body }) => [id, bodyOf(body)]));
  const sounds = await Promise.all(
    file.said.map(async (one) => ({ one, bytes: await toBlob(one.sound).arrayBuffer() })),
  );
  const added = await writeWithinQuota(
    ["outbox", "bodies", "answers", "facts", "recordings", "recordingChunks"],
    "strict",
    async (transaction) => {
      const userId = await makerIn(transaction.objectStore("facts"));
      const userName = await nameIn(transaction.objectStore("facts"));
      const owner = { userId, ...(userName === null ? {} : { userName }) };
      const renamed = new Map([[file.userId, userId]]);
      const answers = transaction.objectStore("answers");
      let count = 0;
      for (const thing of file.things) {
        const isKnown = (await transaction.objectStore("outbox").index("id").getKey(thing.id)) !== undefined;
        if (isKnown || (await answers.getKey(thing.id)) !== undefined) continue;
        // The store assigns the sequence number.
        await transaction
          .objectStore("outbox")
          .add({ ...withReplaced(rowOf(thing), renamed), ...owner } as Operation);
        await transaction.objectStore("bodies").put(withReplaced(bodies.get(thing.id), renamed), thing.id);
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
    // A file the browser has lost is saved by name only.
    const bytes = await value.arrayBuffer().catch(() => null);
    return { name, type: value.type, base64: bytes === null ? null : toBase64(new Uint8Array(bytes)) };
  }
  if (Array.isArray(value)) return await Promise.all(value.map(asJson));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await asJson(item)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

class LostFile extends Error {}

/** Undefined, as in the outbox, when one of its files was lost before saving. */
function bodyOf(saved: unknown): unknown {
  try {
    return fromJson(saved);
  } catch (error) {
    if (error instanceof LostFile) return undefined;
    throw error;
  }
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== "object" || value === null) return value;
  const blob = asWaitingBlob(value);
  if (blob === "lost") throw new LostFile();
  if (blob !== null) return toBlob(blob);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
}

function toBlob({ name, type, base64 }: WaitingBlob): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return name === null ? new Blob([bytes], { type }) : new File([bytes], name, { type });
}

function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x8000; // an argument count that every browser accepts
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
