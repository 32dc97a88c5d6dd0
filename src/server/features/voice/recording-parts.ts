import { createHash } from "node:crypto";
import { MAX_AUDIO_PARTS } from "#shared/features/voice/contract.ts";
import type { Deps } from "#server/deps.ts";
import {
  forgetPart,
  type StoredPart,
  listAllParts,
  listParts,
  listPartsBefore,
  notePart,
  type PartName,
} from "./part-repository.ts";
import { AppError } from "#server/http/app-error.ts";

/** Whose recording, and which of the things they are sending. */
export interface RecordingKey {
  userId: string;
  sessionId: string;
}

type World = Pick<Deps, "database" | "storage">;

/** Hexadecimal digits of a recording's name that say whose it is. */
const PERSON_LENGTH = 32;
/** Parts whose recording was never finished are forgotten after this time. */
const PART_LIFE_MS = 30 * 60_000;
/** Of everybody: more than a busy camp sends at once, far less than a disk (1.2 GB). */
const MOST_PARTS = 60;
/** Of one person: two recordings. One that was given up and one that is being sent, say. */
const MOST_OF_PERSON = 2 * MAX_AUDIO_PARTS;
/** A recording of which nothing came for so long may give way to another. */
const IDLE_MS = 60_000;

/**
 * Keeps a part in the storage all servers share; the same one again replaces it. One's own older recordings give way to the
 * newest, and when there is no room at all, those of the user who holds most: nobody can keep the others from sending.
 * @throws AppError `unavailable` when everybody's are being sent right now
 */
export async function storePart(
  world: World,
  key: RecordingKey,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { kysely } = world.database;
  await forgetOldParts(world);
  const name = { recording: hashOf(key), part };
  const kept = (await listAllParts(kysely)).filter((other) => !isSame(other, name));
  const { leaving, isFull } = makeRoom(kept, name.recording, Date.now() - IDLE_MS);
  if (isFull) {
    throw new AppError("unavailable", "Many recordings are being sent. Please try again in a minute.", {
      retryAfter: 60,
    });
  }
  for (const recording of leaving)
    await forget(
      world,
      kept.filter((other) => other.recording === recording),
    );
  await notePart(kysely, name);
  await world.storage.put(storageKeyOf(name), bytes);
}

/** Which recordings give way to a part of `recording`; full when too few may. */
function makeRoom(
  kept: readonly StoredPart[],
  recording: string,
  idleBefore: number,
): { leaving: Set<string>; isFull: boolean } {
  const leaving = new Set<string>();
  const others = () => kept.filter((part) => !leaving.has(part.recording));
  const own = () => others().filter((part) => personOf(part) === personOf({ recording }));
  for (const oldest of kept) {
    if (own().length < MOST_OF_PERSON) break;
    if (oldest.recording !== recording && own().includes(oldest)) leaving.add(oldest.recording);
  }
  while (others().length >= MOST_PARTS) {
    const held = Map.groupBy(others(), personOf);
    const next = others()
      .filter((part) => part.recording !== recording && part.createdAt.getTime() < idleBefore)
      .toSorted((a, b) => (held.get(personOf(b))?.length ?? 0) - (held.get(personOf(a))?.length ?? 0))[0];
    if (next === undefined) return { leaving: new Set(), isFull: true };
    leaving.add(next.recording);
  }
  return { leaving, isFull: false };
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

/** Begins with whose it is: see `personOf`. */
function hashOf({ userId, sessionId }: RecordingKey): string {
  const person = createHash("sha256").update(userId).digest("hex").slice(0, PERSON_LENGTH);
  const recording = createHash("sha256").update(`${userId}\n${sessionId}`).digest("hex");
  return `${person}${recording.slice(PERSON_LENGTH)}`;
}

function personOf({ recording }: Pick<PartName, "recording">): string {
  return recording.slice(0, PERSON_LENGTH);
}

function isSame(one: PartName, other: PartName): boolean {
  return one.recording === other.recording && one.part === other.part;
}
