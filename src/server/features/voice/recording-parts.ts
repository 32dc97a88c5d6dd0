import { createHash } from "node:crypto";
import type { Deps } from "#server/deps.ts";
import {
  countParts,
  forgetPart,
  listParts,
  listPartsBefore,
  notePart,
  type PartName,
} from "#server/features/voice/part-repository.ts";
import { AppError } from "#server/http/app-error.ts";

/** Whose recording, and which of the things they are sending. */
export interface RecordingKey {
  userId: string;
  sessionId: string;
}

type World = Pick<Deps, "database" | "storage">;

/** Parts whose recording was never finished are forgotten after this time. */
const PART_LIFE_MS = 30 * 60_000;
/** Of everybody: more than a busy camp sends at once, far less than a disk. */
const MOST_PARTS = 60;

/**
 * Keeps a part in the storage all servers share; the same one again replaces it.
 * @throws AppError `unavailable` when too many are being sent
 */
export async function keepPart(
  world: World,
  key: RecordingKey,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { kysely } = world.database;
  await forgetOldParts(world);
  if ((await countParts(kysely)) >= MOST_PARTS) {
    throw new AppError("unavailable", "Many recordings are being sent. Please try again in a minute.", {
      retryAfter: 60,
    });
  }
  const name = { recording: hashOf(key), part };
  await notePart(kysely, name);
  await world.storage.put(storageKeyOf(name), bytes);
}

/**
 * The parts in one, first to last.
 * @throws AppError `conflict` naming the first part that is not here
 */
export async function joinParts(
  { storage }: World,
  key: RecordingKey,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (let part = 0; part < count; part += 1) {
    const found = await storage.get(storageKeyOf({ recording: hashOf(key), part }));
    if (found === null) {
      throw new AppError("conflict", `Part ${part + 1} of the recording is missing. Please send it again.`);
    }
    parts.push(new Uint8Array(await new Response(found.body).arrayBuffer()));
  }
  return Buffer.concat(parts);
}

/** Forgets what there is of a recording. */
export async function discardParts(world: World, key: RecordingKey): Promise<void> {
  await forget(world, await listParts(world.database.kysely, hashOf(key)));
}

/** Forgets parts whose recording was never finished. */
export async function forgetOldParts(world: World): Promise<void> {
  await forget(world, await listPartsBefore(world.database.kysely, new Date(Date.now() - PART_LIFE_MS)));
}

/** The sound first: a part without its row would be found by nobody. */
async function forget({ database, storage }: World, parts: readonly PartName[]): Promise<void> {
  for (const name of parts) {
    await storage.delete(storageKeyOf(name));
    await forgetPart(database.kysely, name);
  }
}

function storageKeyOf({ recording, part }: PartName): string {
  return `recordings/${recording}-${part}.part`;
}

function hashOf({ userId, sessionId }: RecordingKey): string {
  return createHash("sha256").update(`${userId}\n${sessionId}`).digest("hex");
}
