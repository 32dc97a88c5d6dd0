import type { Deps } from "#server/deps.ts";
import { takeIn } from "#server/features/memories/archive-transfer.ts";
import { archiveRowsOf } from "#server/features/omi/omi-object.ts";
import { findLink, listForgotten, listToPull, markPulled } from "#server/features/omi/repository.ts";
import { NOT_LINKED } from "#server/features/omi/send.ts";
import type { OmiList } from "#server/platform/omi/omi.ts";
import { workingFor } from "#server/platform/outbound-call.ts";
import { AppError } from "#server/http/app-error.ts";

/** Rows of one call; a talk comes with all its words. */
const PAGE: Record<OmiList, number> = { memories: 100, conversations: 20 };
/** A person's first fetch takes at most this many of each; Omi keeps the rest. */
const MOST_PAGES = 100;
const PULL_EVERY_MS = 15 * 60_000;
const PEOPLE_AT_ONCE = 5;

type World = Pick<Deps, "database" | "omi" | "log" | "wakeEmbedding">;

/** Keeps what Omi sent of this person, but for what they have deleted here. @returns how many were new */
export async function keepFromOmi(world: World, userId: string, given: readonly unknown[]): Promise<number> {
  const db = world.database.kysely;
  const rows = given.flatMap((object) => archiveRowsOf(userId, object));
  const forgotten = await listForgotten(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  const wanted = rows.filter(({ id }) => !forgotten.has(id));
  if (wanted.length === 0) return 0;
  const { imported } = await takeIn(db, { userId }, { memories: wanted });
  if (imported > 0) world.wakeEmbedding();
  return imported;
}

/**
 * Fetches a person's memories and talks, until a page brings nothing new.
 * @returns how many were new
 * @throws AppError `unavailable`, `invalid-input` (not linked), `upstream-failed`
 */
export async function pullFromOmi(world: World, userId: string): Promise<number> {
  const { omi, database } = world;
  if (omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  const link = await findLink(database.kysely, userId);
  if (link === null) throw new AppError("invalid-input", NOT_LINKED);
  let imported = 0;
  for (const what of ["memories", "conversations"] as const) {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const objects = await omi.list(what, link.uid, { limit: PAGE[what], offset: page * PAGE[what] });
      const isNew = await keepFromOmi(world, userId, objects);
      imported += isNew;
      if (isNew === 0) break;
    }
  }
  await markPulled(database.kysely, userId);
  return imported;
}

/** Fetches for some who were not looked after for a while. @returns for how many */
export async function pullForSome(world: World): Promise<number> {
  if (world.omi === null) return 0;
  const before = new Date(Date.now() - PULL_EVERY_MS);
  const people = await listToPull(world.database.kysely, before, PEOPLE_AT_ONCE);
  for (const { userId } of people) {
    try {
      await workingFor({ userId, reason: "omi" }, () => pullFromOmi(world, userId));
    } catch (error) {
      world.log.info({ err: error }, "a person's memories were not fetched from Omi");
      // The others must not wait behind one whose account does not answer.
      await markPulled(world.database.kysely, userId);
    }
  }
  return people.length;
}
