import type { Kysely } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  claimOwner,
  countWaiting,
  dropCopies,
  hasWanted,
  type HeldOwner,
  holdOn,
  listPending,
  listUnwanted,
  noteCopy,
  type PendingCopy,
  releaseOwner,
  settleCopy,
} from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Mem0, Mem0Error } from "#server/platform/mem0/mem0.ts";

const LOOK_EVERY_MS = 30_000;
/** Longer than the calls for one memory can take. */
const HOLD_MS = 10 * 60_000;
const BATCH = 20;
/** After this time a call with unknown outcome has either taken effect or never will. */
const CERTAIN_AFTER_MS = 10 * 60_000;
const LONGEST_WAIT_S = 3600;
/** Failed memories per batch after which the work for Mem0 pauses. */
const MOST_FAILURES = 3;
/** Maximum rounds of removing a user's data and searching again in one run. */
const MOST_REMOVALS = 20;

type World = Pick<Deps, "database" | "mem0" | "log">;

/** Synchronizes the copies at Mem0 with their desired state until the signal aborts. */
export async function syncMem0(deps: World, signal: AbortSignal): Promise<void> {
  if (deps.mem0 === null) return await warnOfCopies(deps);
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await carryDue(deps)));
    } catch (error) {
      deps.log.error({ err: error }, "Mem0 was not looked after; it is tried again");
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Carries out the pending work for one user. @returns false when there is none, or Mem0 has a problem */
export async function carryDue({ database, mem0, log }: World): Promise<boolean> {
  if (mem0 === null) return false;
  const db = database.kysely;
  const held = await claimOwner(db, HOLD_MS);
  if (held === null) return false;
  try {
    const carried = await carryFor(db, mem0, held.owner);
    for (const reason of carried.refusals) log.warn({ reason }, "Mem0 refused a copy; it is left out there");
    const notBefore = new Date(Date.now() + CERTAIN_AFTER_MS);
    await releaseOwner(db, held.owner, carried.isCertain ? null : { tries: 0, notBefore });
    return true;
  } catch (error) {
    await putOff(db, held, error);
    // Egress has logged calls without any response.
    if (error instanceof Mem0Error) log.warn({ reason: error.message }, "Mem0 is not well; copies wait");
    else if (!(error instanceof AppError)) throw error;
    return false;
  }
}

interface Carried {
  /** False: Mem0 may still have copies that cannot be identified yet. */
  isCertain: boolean;
  refusals: string[];
}

async function carryFor(db: Kysely<Schema>, mem0: Mem0, owner: string): Promise<Carried> {
  if (!(await hasWanted(db, owner))) return { isCertain: await forgetAll(db, mem0, owner), refusals: [] };
  const result: Carried = { isCertain: true, refusals: [] };
  const failures: Mem0Error[] = [];
  for (const copy of await listPending(db, owner, BATCH)) {
    await holdOn(db, owner, HOLD_MS);
    try {
      await carryCopy(db, mem0, owner, copy, result);
    } catch (error) {
      // One memory that fails at Mem0 must not block all others.
      if (!(error instanceof Mem0Error) || !isOfThisOne(error)) throw error;
      failures.push(error);
      if (failures.length === MOST_FAILURES) break;
    }
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return result;
}

async function carryCopy(
  db: Kysely<Schema>,
  mem0: Mem0,
  owner: string,
  copy: PendingCopy,
  result: Carried,
): Promise<void> {
  // Always remove existing copies first, because they have another text.
  const uncertainSince = await removeThere(db, mem0, owner, copy);
  if (copy.isWanted && copy.content !== null) {
    const refusal = await addThere(db, mem0, owner, { ...copy, content: copy.content, uncertainSince });
    if (refusal !== null) result.refusals.push(refusal);
    await settleCopy(db, { owner, ...copy });
  } else if (uncertainSince === null) await dropCopies(db, owner, [{ ...copy }]);
  else result.isCertain = false;
}

/** Whether the failure concerns this memory rather than the key, a limit or the connection. */
function isOfThisOne({ status }: Mem0Error): boolean {
  return status === null || status >= 500 || [400, 413, 422].includes(status);
}

/** @returns since when there may be a copy that cannot be found; null when no copy exists for certain */
async function removeThere(
  db: Kysely<Schema>,
  mem0: Mem0,
  owner: string,
  { memoryId, remoteIds, uncertainSince }: PendingCopy,
): Promise<Date | null> {
  for (const id of remoteIds) await mem0.remove(id);
  if (uncertainSince !== null)
    for (const copy of await mem0.list(owner)) if (copy.memoryId === memoryId) await mem0.remove(copy.id);
  const left = isCertain(uncertainSince) ? null : uncertainSince;
  await noteCopy(db, { owner, memoryId }, { remoteIds: [], uncertainSince: left });
  return left;
}

/** @returns the reason why Mem0 will never accept it; null when it was accepted */
async function addThere(
  db: Kysely<Schema>,
  mem0: Mem0,
  owner: string,
  { memoryId, content, uncertainSince }: PendingCopy & { content: string },
): Promise<string | null> {
  const place = { owner, memoryId };
  // Recorded before the call: if the process dies during it, the record says that there may be a copy.
  const begun = new Date();
  await noteCopy(db, place, { remoteIds: [], uncertainSince: begun });
  let refusal: string | null = null;
  let remoteIds: string[] = [];
  try {
    remoteIds = await mem0.add(owner, { id: memoryId, content });
  } catch (error) {
    if (!(error instanceof Mem0Error && error.isFinal)) throw error;
    refusal = error.message;
  }
  const isKnown = refusal !== null || remoteIds.length > 0;
  await noteCopy(db, place, { remoteIds, uncertainSince: isKnown ? uncertainSince : begun });
  return refusal;
}

/** Removes all data of a user, and searches again until no data is found. */
async function forgetAll(db: Kysely<Schema>, mem0: Mem0, owner: string): Promise<boolean> {
  const unwanted = await listUnwanted(db, owner);
  let left = 1;
  for (let round = 0; left > 0; round += 1) {
    if (round === MOST_REMOVALS) throw new Mem0Error(`Mem0 still has ${left} memories that were removed`);
    await holdOn(db, owner, HOLD_MS);
    await mem0.removeAll(owner);
    left = (await mem0.list(owner)).length;
  }
  const deletable = unwanted.filter(({ uncertainSince }) => isCertain(uncertainSince));
  await dropCopies(db, owner, deletable);
  return deletable.length === unwanted.length;
}

function isCertain(uncertainSince: Date | null): boolean {
  return uncertainSince === null || Date.now() - uncertainSince.getTime() > CERTAIN_AFTER_MS;
}

/** Doubles the delay with every failure. Never gives up, because users were promised the deletion. */
async function putOff(db: Kysely<Schema>, { owner, tries }: HeldOwner, error: unknown): Promise<void> {
  const asked = error instanceof Mem0Error ? error.waitSeconds : 30;
  const seconds = Math.min(asked * 2 ** Math.min(tries, 10), LONGEST_WAIT_S);
  await releaseOwner(db, owner, { tries: tries + 1, notBefore: new Date(Date.now() + seconds * 1000) });
}

async function warnOfCopies({ database, log }: World): Promise<void> {
  const waiting = await countWaiting(database.kysely);
  if (waiting > 0)
    log.warn(
      { waiting },
      "Mem0 is not set, but may have memories it is to forget; set it again to have them",
    );
}
