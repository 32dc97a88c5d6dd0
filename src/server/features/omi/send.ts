import type { OmiSent } from "#shared/features/omi/contract.ts";
import type { Deps } from "#server/deps.ts";
import { findLink } from "./repository.ts";
import {
  claimDue,
  findWrite,
  insertWrite,
  markRefused,
  markSent,
  type OmiKind,
  type OmiWrite,
  postpone,
  removeWrite,
  sentWithinHour,
  takeRefused,
} from "./write-repository.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Omi } from "#server/platform/omi/omi.ts";

/** Omi's limits per hour, for one person through one app. */
const HOURLY: Record<OmiKind, number> = { memory: 60, conversation: 10 };
const HOUR_MS = 3_600_000;
/** Longer than a call can take, so the claimant of a write has finished by then. */
const HOLD_MS = 120_000;
const BATCH = 10;
/** One day of tries at the longest delay. */
const MOST_TRIES = 200;

export const NOT_LINKED =
  "You need to connect your Omi device first. Check the Omi Integration section in your profile.";

type World = Pick<Deps, "database" | "omi" | "config" | "log">;

/**
 * Stores a write and sends it immediately if Omi accepts it. Otherwise it waits here, and the response contains the waiting time.
 * @throws AppError `unavailable` (no Omi here), `invalid-input` (not linked), `upstream-failed` (Omi's own words)
 */
export async function sendToOmi(
  world: World,
  write: Pick<OmiWrite, "id" | "userId" | "kind" | "body">,
): Promise<OmiSent> {
  const db = world.database.kysely;
  const { omi } = world;
  if (omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  const link = await findLink(db, write.userId);
  if (link === null) throw new AppError("invalid-input", NOT_LINKED);
  // Claimed while it is sent, so that the job skips it. After a crash the job finds it.
  const createdAt = new Date();
  if (!(await insertWrite(db, write, new Date(createdAt.getTime() + HOLD_MS)))) {
    const known = await findWrite(db, write.userId, write.id);
    if (known === null)
      throw new AppError("already-taken", "Another write has this id. Please send it again.");
    if (known.refusedAt !== null) return sentOf(write.id, await tryAgain(world, write));
    return known.sendAfter === null ? done(write.id) : waiting(write.id, known.sendAfter);
  }
  const outcome = await trySending(world, omi, { ...write, uid: link.uid, createdAt, tries: 1 });
  // Nothing was promised yet, and the person still has the text on the screen.
  if (outcome.state === "refused") await removeWrite(db, write.id);
  return sentOf(write.id, outcome);
}

/**
 * Retries a write that Omi refused after it had waited here. Its text stays stored, whatever the result.
 * @throws AppError `unavailable` (no Omi here), `invalid-input` (not linked), `not-found`
 */
export async function tryAgain(
  world: World,
  { userId, id }: Pick<OmiWrite, "userId" | "id">,
): Promise<Tried> {
  const db = world.database.kysely;
  const { omi } = world;
  if (omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  const link = await findLink(db, userId);
  if (link === null) throw new AppError("invalid-input", NOT_LINKED);
  if (!(await takeRefused(db, { userId, id, holdMs: HOLD_MS }))) throw notFound();
  const write = await findWrite(db, userId, id);
  if (write === null) throw notFound();
  const tried = await trySending(world, omi, { ...write, id, userId, uid: link.uid, tries: 1 });
  if (tried.state === "refused") await markRefused(db, id, tried.message);
  return tried;
}

function sentOf(id: string, outcome: Tried): OmiSent {
  if (outcome.state === "refused") throw new AppError("upstream-failed", outcome.message);
  return outcome.state === "sent" ? done(id) : waiting(id, outcome.until);
}

/** Sends due writes. @returns the number taken */
export async function sendDue(world: World): Promise<number> {
  const { omi } = world;
  if (omi === null) return 0;
  const due = await claimDue(world.database.kysely, { limit: BATCH, holdMs: HOLD_MS });
  for (const write of due) {
    const outcome = await trySending(world, omi, write);
    if (outcome.state === "refused") await storeRefused(world, write, outcome.message);
  }
  return due.length;
}

/** Sending was promised, so the text stays stored and its person is notified. */
async function storeRefused(world: World, write: OmiWrite, reason: string): Promise<void> {
  world.log.warn({ kind: write.kind, reason }, "Omi refused what had waited for it");
  await world.database.kysely.transaction().execute(async (tx) => {
    await markRefused(tx, write.id, reason);
    const text = `Omi did not take your ${write.kind}: ${ended(reason)} Your words are saved. You can try again in the settings.`;
    await notify(tx, { userId: write.userId, kind: "omi", text, link: "/?dialog=settings" });
  });
}

export type Tried =
  | { state: "sent" }
  | { state: "waiting"; until: Date }
  | { state: "refused"; message: string };

async function trySending(
  { database, config }: Pick<World, "database" | "config">,
  omi: Omi,
  write: OmiWrite & { uid: string },
): Promise<Tried> {
  const db = database.kysely;
  const sent = await sentWithinHour(db, write.userId, write.kind);
  const oldest = sent.length < HOURLY[write.kind] ? null : (sent.at(-HOURLY[write.kind]) ?? null);
  if (oldest !== null) return await wait(new Date(oldest.getTime() + HOUR_MS));
  const { content, tags = [], title } = write.body;
  const outcome =
    write.kind === "memory"
      ? await omi.createMemory(write.uid, { id: write.id, content, tags })
      : await omi.createConversation(write.uid, {
          text: `${title ?? `Conversation from ${config.productName}`}\n${content}`,
          startedAt: write.createdAt,
        });
  if (outcome.state === "sent") {
    await markSent(db, write.id);
    return outcome;
  }
  if (outcome.state === "refused") return outcome;
  if (write.tries >= MOST_TRIES) return { state: "refused", message: "Omi did not answer for a day." };
  return await wait(new Date(Date.now() + outcome.waitSeconds * 1000));

  async function wait(until: Date): Promise<Tried> {
    await postpone(db, write.id, until);
    return { state: "waiting", until };
  }
}

/** Adds a final period if there is none. */
function ended(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function done(id: string): OmiSent {
  return { id, state: "sent", waitSeconds: 0 };
}

function waiting(id: string, until: Date): OmiSent {
  return { id, state: "waiting", waitSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)) };
}
