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

/** The owner of a recording, and its upload session. */
export interface RecordingKey {
  userId: string;
  sessionId: string;
}

type World = Pick<Deps, "database" | "storage">;

/** Hexadecimal digits of a recording's name that identify its owner. */
const PERSON_LENGTH = 32;
/** Parts of a recording that was never finished are deleted after this time. */
const PART_LIFE_MS = 30 * 60_000;
/** Maximum for all users: more than a busy camp sends at once, and far less than a disk (1.2 GB). */
const MOST_PARTS = 60;
/** Maximum per person: two recordings, for example one abandoned and one being sent. */
const MOST_OF_PERSON = 2 * MAX_AUDIO_PARTS;
/** A recording without new parts for this long may be replaced by another one. */
const IDLE_MS = 60_000;

/**
 * Stores a part in the storage shared by all servers; the same part again replaces it. The newest recording replaces the user's older ones.
 * When there is no room at all, it replaces recordings that are idle or not their owner's newest, from the user with the most parts, so
 * that no user can prevent others from sending.
 * @throws AppError `unavailable` when all stored recordings are being sent right now
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
  const stored = (await listAllParts(kysely)).filter((other) => !isSame(other, name));
  const { leaving, isFull } = makeRoom(stored, name.recording, Date.now() - IDLE_MS);
  if (isFull) {
    throw new AppError("unavailable", "Many recordings are being sent. Please try again in a minute.", {
      retryAfter: 60,
    });
  }
  for (const recording of leaving)
    await forget(
      world,
      stored.filter((other) => other.recording === recording),
    );
  await notePart(kysely, name);
  await world.storage.put(storageKeyOf(name), bytes);
}

/** The recordings to delete for a part of `recording`; full when there are too few. */
function makeRoom(
  stored: readonly StoredPart[],
  recording: string,
  idleBefore: number,
): { leaving: Set<string>; isFull: boolean } {
  const leaving = new Set<string>();
  const others = () => stored.filter((part) => !leaving.has(part.recording));
  const ofSamePerson = () => others().filter((part) => personOf(part) === personOf({ recording }));
  for (const oldest of stored) {
    if (ofSamePerson().length < MOST_OF_PERSON) break;
    if (oldest.recording !== recording && ofSamePerson().includes(oldest)) leaving.add(oldest.recording);
  }
  const newest = new Map([...stored, { recording }].map((part) => [personOf(part), part.recording]));
  while (others().length >= MOST_PARTS) {
    const held = Map.groupBy(others(), personOf);
    const next = others()
      .filter(
        (part) => part.createdAt.getTime() < idleBefore || newest.get(personOf(part)) !== part.recording,
      )
      .filter((part) => part.recording !== recording)
      .toSorted((a, b) => (held.get(personOf(b))?.length ?? 0) - (held.get(personOf(a))?.length ?? 0))[0];
    if (next === undefined) return { leaving: new Set(), isFull: true };
    leaving.add(next.recording);
  }
  return { leaving, isFull: false };
}

/**
 * Joins the parts, first to last.
 * @throws AppError `conflict` naming the first missing part
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

/** Deletes all parts of a recording. */
export async function discardParts(world: World, key: RecordingKey): Promise<void> {
  await forget(world, await listParts(world.database.kysely, hashOf(key)));
}

/** Deletes parts of recordings that were never finished. */
export async function forgetOldParts(world: World): Promise<void> {
  await forget(world, await listPartsBefore(world.database.kysely, new Date(Date.now() - PART_LIFE_MS)));
}

/** The bytes are deleted first: without its row, a part could not be found again. */
async function forget({ database, storage }: World, parts: readonly PartName[]): Promise<void> {
  for (const name of parts) {
    await storage.delete(storageKeyOf(name));
    await forgetPart(database.kysely, name);
  }
}

function storageKeyOf({ recording, part }: PartName): string {
  return `recordings/${recording}-${part}.part`;
}

/** Begins with the owner's hash; see `personOf`. */
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
