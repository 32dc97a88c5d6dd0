import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "#server/deps.ts";
import { takeIn } from "#server/features/memories/archive/archive-transfer.ts";
import {
  beginWalk,
  claimToPull,
  findLink,
  type Link,
  listForgotten,
  markPulled,
  markTried,
  markTrouble,
  markWalked,
  markWalkedWhole,
} from "./repository.ts";
import { NOT_LINKED, sendDue } from "./send.ts";
import type { Omi, OmiList } from "#server/platform/omi/omi.ts";
import { AppError } from "#server/http/app-error.ts";
import { quotaReached } from "#server/http/limits/quota.ts";
import { fileTime } from "#shared/features/memories/archive/file-time.ts";
import { omiActionItems, omiDoneItems, omiLines } from "#shared/features/memories/omi-talk.ts";
import { partsOf, partTime, partTitle } from "#shared/features/memories/parts.ts";
import { isFields, textOf } from "#shared/json-fields.ts";
import { storable } from "#shared/storable-text.ts";

/** Rows per call. A conversation includes all its words. */
const PAGE: Record<OmiList, number> = { memories: 100, conversations: 20 };
const LISTS = ["memories", "conversations"] as const;
/** Pages per fetch; the next fetch resumes there. */
const MOST_PAGES = 40;
const PULL_EVERY_MS = 15 * 60_000;
/** Omi lists memories by its own score, so new ones may be anywhere. */
const WALK_EVERY_MS = 24 * 3_600_000;
const PEOPLE_AT_ONCE = 5;

type World = Pick<Deps, "config" | "database" | "omi" | "log" | "wakeEmbedding">;

/**
 * Stores objects from Omi for this person, except those they have deleted here. @returns the number of new ones
 * @throws AppError `quota-reached` when there was no room for all: the rest stays at Omi, and the person is notified
 */
export async function saveFromOmi(
  world: World,
  userId: string,
  objects: readonly unknown[],
): Promise<number> {
  const db = world.database.kysely;
  const rows = objects.flatMap((object) => archiveRowsOf(userId, object));
  const forgotten = await listForgotten(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  const wanted = rows.filter(({ id }) => !forgotten.has(id));
  if (wanted.length === 0) return 0;
  // Only accounts can be linked.
  const most = world.config.limits.userMemories;
  const full = quotaReached({ kind: "user" }, "memories", most);
  const room = { most, sentence: full.message };
  const { imported, errors } = await takeIn(world.database, { userId }, { memories: wanted }, room);
  if (imported > 0) world.wakeEmbedding();
  if (errors.some(({ message }) => message === full.message)) {
    await markTrouble(db, userId, full.message);
    throw full;
  }
  return imported;
}

export interface Pulled {
  /** Number of new objects. */
  imported: number;
  /** True when there is more than one fetch takes. The next one resumes where this one ended. */
  hasMore: boolean;
}

/**
 * Fetches a person's memories and conversations: first the beginning of each list until a page has nothing new, then the rest of
 * a list that is not complete yet. An interrupted fetch resumes there, and does not count as a fetch.
 * @throws AppError `unavailable`, `invalid-input` (not linked), `upstream-failed`
 */
export async function pullFromOmi(world: World, userId: string): Promise<Pulled> {
  const { omi, database } = world;
  const db = database.kysely;
  if (omi === null) throw new AppError("unavailable", "This server is not connected to Omi.");
  let link = await findLink(db, userId);
  if (link === null) throw new AppError("invalid-input", NOT_LINKED);
  await markTried(db, userId);
  if (isWalkDue(link)) link = { ...link, ...(await beginWalk(db, userId)) };
  const pull = new Pull(world, omi, userId, link.uid);
  try {
    for (const what of LISTS) {
      const next = nextOf(link, what);
      if (next !== 0) await pull.takeNews(what);
      if (next !== null) await pull.walk(what, next);
    }
  } catch (error) {
    await markTrouble(db, userId, troubleIn(error));
    throw error;
  }
  await markPulled(db, userId);
  if (!pull.isCut && LISTS.some((what) => nextOf(link, what) !== null)) await markWalkedWhole(db, userId);
  return { imported: pull.imported, hasMore: pull.isCut };
}

/** One fetch: at most `MOST_PAGES` calls to Omi. */
class Pull {
  imported = 0;
  /** Whether it ended before a list did. */
  isCut = false;
  #pages = 0;
  readonly #world: World;
  readonly #omi: Omi;
  readonly #userId: string;
  readonly #uid: string;

  constructor(world: World, omi: Omi, userId: string, uid: string) {
    this.#world = world;
    this.#omi = omi;
    this.#userId = userId;
    this.#uid = uid;
  }

  /** Reads from the beginning of a list until a page has nothing new. */
  async takeNews(what: OmiList): Promise<void> {
    let offset = 0;
    while (this.#pages < MOST_PAGES) {
      const { isNew } = await this.#take(what, offset);
      if (isNew === 0) return;
      offset += PAGE[what];
    }
  }

  /** Reads a list to its end. The cursor is stored after every page. */
  async walk(what: OmiList, from: number): Promise<void> {
    const db = this.#world.database.kysely;
    let offset = from;
    while (this.#pages < MOST_PAGES) {
      const { count } = await this.#take(what, offset);
      // A short page is not the end, because Omi leaves out rows it cannot read.
      if (count === 0) return await markWalked(db, this.#userId, what, null);
      offset += PAGE[what];
      await markWalked(db, this.#userId, what, offset);
    }
    this.isCut = true;
  }

  async #take(what: OmiList, offset: number): Promise<{ count: number; isNew: number }> {
    const objects = await this.#ask(what, { limit: PAGE[what], offset });
    const isNew = await saveFromOmi(this.#world, this.#userId, objects);
    this.imported += isNew;
    return { count: objects.length, isNew };
  }

  /** Fetches a page. If the response would be too large, it is fetched row by row, and a row that is too large is skipped. */
  async #ask(what: OmiList, { limit, offset }: { limit: number; offset: number }): Promise<unknown[]> {
    this.#pages += 1;
    try {
      return await this.#omi.list(what, this.#uid, { limit, offset });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "too-large")) throw error;
      this.#world.log.info({ what, limit }, "Omi sent more than one answer may hold");
      if (limit === 1) return [null];
    }
    const rows: unknown[] = [];
    // Until the end of the page: an empty response may also be a row Omi cannot read.
    for (let at = offset; at < offset + limit; at += 1)
      rows.push(...(await this.#ask(what, { limit: 1, offset: at })));
    return rows;
  }
}

function isWalkDue({ walkedAt, memoriesNext, conversationsNext }: Link): boolean {
  const isWalking = memoriesNext !== null || conversationsNext !== null;
  return !isWalking && (walkedAt === null || walkedAt.getTime() < Date.now() - WALK_EVERY_MS);
}

function nextOf(link: Pick<Link, "memoriesNext" | "conversationsNext">, what: OmiList): number | null {
  return what === "memories" ? link.memoriesNext : link.conversationsNext;
}

function troubleIn(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : "Something went wrong on our side. Looby will try again.";
}

/** Fetches for some people whose fetch is due. @returns the number of people */
export async function pullForSome(world: World): Promise<number> {
  if (world.omi === null) return 0;
  const before = new Date(Date.now() - PULL_EVERY_MS);
  const people = await claimToPull(world.database.kysely, before, PEOPLE_AT_ONCE);
  for (const userId of people) {
    try {
      await pullFromOmi(world, userId);
    } catch (error) {
      world.log.info({ err: error }, "a person's memories were not fetched from Omi");
    }
  }
  return people.length;
}

/** A row for the memory archive. */
interface OmiRow {
  id: string;
  content: string;
  createdAt: string;
  title: string | null;
  overview: string | null;
  actionItems: string[];
  doneItems: string[];
  source: "omi";
}

/**
 * Converts a memory or a finished conversation from Omi to rows of the archive: none when it is empty, several when it is longer
 * than one memory may be. The ids are deterministic, and different for each person.
 */
export function archiveRowsOf(userId: string, object: unknown): OmiRow[] {
  const fields = storable(object);
  // Omi gives only the beginning of a locked object. It is imported once it is unlocked.
  if (!isFields(fields) || fields["discarded"] === true || fields["is_locked"] === true) return [];
  const omiId = textOf(fields["id"]);
  const createdAt = fileTime(fields["started_at"], "utc") ?? fileTime(fields["created_at"], "utc");
  const structured = isFields(fields["structured"]) ? fields["structured"] : {};
  const overview = textOf(structured["overview"]);
  const content = [textOf(fields["content"]) || overview, ...omiLines(fields["transcript_segments"])]
    .filter(Boolean)
    .join("\n\n");
  if (omiId === "" || createdAt === null) return [];
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, omiId]))
    .digest("base64url")
    .slice(0, 32);
  const parts = partsOf(content, "omi");
  return parts.map((part, index) => ({
    id: index === 0 ? `omi-${digest}` : `omi-${digest}-${index + 1}`,
    content: part,
    createdAt: partTime(createdAt, index),
    title: partTitle(textOf(structured["title"]) || null, index, parts.length),
    overview: index === 0 && overview !== "" ? overview : null,
    actionItems: index === 0 ? omiActionItems(structured["action_items"]) : [],
    doneItems: index === 0 ? omiDoneItems(structured["action_items"]) : [],
    source: "omi",
  }));
}

const LOOK_EVERY_MS = 30_000;

/** Sends waiting writes to Omi and fetches new objects, until the signal aborts. */
export async function syncOmi(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.omi === null) return;
  while (!signal.aborted) {
    try {
      // Handled items are no longer due, so both loops end.
      while (!signal.aborted && (await sendDue(deps)) > 0);
      while (!signal.aborted && (await pullForSome(deps)) > 0);
    } catch (error) {
      deps.log.error({ err: error }, "Omi was not looked after; it is tried again");
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
