import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import { containsWord } from "#server/db/connection/contains-word.ts";
import type { Schema } from "#server/db/schema.ts";

export const dailyOwnedColumns: readonly OwnedColumn[] = [
  { table: "daily_quests", column: "user_id", uniqueWith: ["day"] },
];

export interface ChosenQuest {
  quest: string;
  explanation: string;
  /** Number of the cheat code. */
  cheatCode: number;
  origin: "bank" | "model";
  /** The language model that wrote it; null for a quest from the bank. */
  model: string | null;
}

export interface DayRecord {
  userId: string;
  /** As `2026-08-30`. */
  day: string;
  unlockedAt: Date;
  /** The thought that unlocked the day. */
  memoryId: string | null;
  /** Null until a quest is chosen. */
  chosen: ChosenQuest | null;
  completedAt: Date | null;
}

/** Returns false when the day was already unlocked. */
export async function unlockDay(
  db: Kysely<Schema>,
  unlocked: { userId: string; day: string; memoryId: string },
): Promise<boolean> {
  const row = await db
    .insertInto("daily_quests")
    .values({ user_id: unlocked.userId, day: unlocked.day, memory_id: unlocked.memoryId })
    .onConflict((conflict) => conflict.columns(["user_id", "day"]).doNothing())
    .returning("day")
    .executeTakeFirst();
  return row !== undefined;
}

/** Null while the day is locked. */
export async function findDay(db: Kysely<Schema>, userId: string, day: string): Promise<DayRecord | null> {
  const row = await selectDays(db, userId).where("day", "=", day).executeTakeFirst();
  return row === undefined ? null : dayRecord(userId, row);
}

/** Earlier days with a quest, newest first. */
export async function listDaysBefore(
  db: Kysely<Schema>,
  { userId, day, limit }: { userId: string; day: string; limit: number },
): Promise<DayRecord[]> {
  const rows = await selectDays(db, userId)
    .where("day", "<", day)
    .where("quest", "is not", null)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => dayRecord(userId, row));
}

function selectDays(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom("daily_quests")
    .select([
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as("name"),
      "unlocked_at as unlockedAt",
      "memory_id as memoryId",
      "quest",
      "explanation",
      "cheat_code as cheatCode",
      (columns) => columns.ref("origin").$castTo<ChosenQuest["origin"] | null>().as("origin"),
      "model",
      "completed_at as completedAt",
    ])
    .where("user_id", "=", userId);
}

type DayRow = Awaited<ReturnType<ReturnType<typeof selectDays>["executeTakeFirstOrThrow"]>>;

function dayRecord(userId: string, row: DayRow): DayRecord {
  const { name, unlockedAt, memoryId, quest, explanation, cheatCode, origin, model, completedAt } = row;
  const chosen =
    quest === null || origin === null
      ? null
      : { quest, explanation: explanation ?? "", cheatCode: cheatCode ?? 1, origin, model };
  return { userId, day: name, unlockedAt, memoryId, chosen, completedAt };
}

/** Stores the quest of a day unless the day has one. Of two concurrent choices the first is stored. */
export async function saveQuest(
  db: Kysely<Schema>,
  { userId, day }: Pick<DayRecord, "userId" | "day">,
  { cheatCode, ...chosen }: ChosenQuest,
): Promise<void> {
  await db
    .updateTable("daily_quests")
    .set({ ...chosen, cheat_code: cheatCode })
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .where("quest", "is", null)
    .execute();
}

/** Marks a chosen quest as done. Only the first time counts. */
export async function markCompleted(db: Kysely<Schema>, userId: string, day: string): Promise<void> {
  await db
    .updateTable("daily_quests")
    .set({ completed_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .where("quest", "is not", null)
    .where("completed_at", "is", null)
    .execute();
}

/** Replaces a completed quest written from a thought that its user has since deleted or changed. */
const FORGOTTEN = "This quest was written after a thought that you have deleted or changed.";

/**
 * Removes the quest that a language model wrote from a thought, because it may quote the thought. For a quest not completed yet, another
 * one is chosen.
 * @param words only a quest with one of them; null: any quest
 */
export async function forgetQuestOf(
  db: Kysely<Schema>,
  memory: { id: string; userId: string },
  words: readonly string[] | null,
): Promise<void> {
  await sql`
    update daily_quests set
      quest = case when completed_at is null then null else ${FORGOTTEN} end,
      origin = case when completed_at is null then null else origin end,
      explanation = null, model = null
    where user_id = ${memory.userId} and memory_id = ${memory.id} and origin = 'model'
      and ${containsWord(sql`concat_ws(' ', quest, explanation)`, words)}
  `.execute(db);
}

/** The user's recent quests, newest first. */
export async function listRecentQuests(db: Kysely<Schema>, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("daily_quests")
    .select("quest")
    .where("user_id", "=", userId)
    .where("quest", "is not", null)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ quest }) => quest ?? []);
}
