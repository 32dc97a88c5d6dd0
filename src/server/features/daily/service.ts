import type { Kysely } from "kysely";
import type { processThought, shareThought } from "#shared/features/daily/contract.ts";
import { dayOf } from "#shared/day.ts";
import { analyse } from "#shared/features/memories/analysis.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { Config } from "#server/config/config.ts";
import type { Schema } from "#server/db/schema.ts";
import { meetByThoughts } from "#server/features/companions/service.ts";
import { unlockDay } from "./repository.ts";
import { countThoughtDays, type MemoryRecord } from "#server/features/memories/repository.ts";
import { findOwnThought, saveThought } from "#server/features/memories/service.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";

type DailySettings = Pick<Config, "dailyZone" | "productName">;

/**
 * Stores a thought, unlocks the quest of the server's current day (a thought sent late unlocks the day of its arrival), and adds the
 * companions earned by days with thoughts, counted by the day of writing.
 * @param hasModel whether a language model can describe the memory
 * @throws AppError `already-taken` (another user's id)
 */
export async function share(
  db: Kysely<Schema>,
  actor: Actor,
  thought: BodyOf<typeof shareThought>,
  { dailyZone, productName }: DailySettings,
  { hasModel, mostMemories }: { hasModel: boolean; mostMemories: number },
): Promise<{ record: MemoryRecord; discovered: string[] }> {
  const now = new Date();
  const written = thought.timestamp === undefined ? now : new Date(thought.timestamp);
  const record = await saveThought(db, actor, {
    id: thought.id ?? newId(),
    content: thought.content,
    most: mostMemories,
    hasModel,
    staysFromModels: thought.useRag === false,
    // A phone's clock may be ahead; a thought is never dated in the future.
    writtenAt: written > now ? now : written,
  });
  await unlockDay(db, { userId: actor.userId, day: dayOf(now, dailyZone), memoryId: record.id });
  const days = await countThoughtDays(db, actor.userId, dailyZone);
  const met = await meetByThoughts(db, actor, days, productName);
  if (met.length > 0) {
    const names = new Intl.ListFormat("en").format(met.map(({ name }) => name));
    const text = `Your daily thoughts have brought you together: you have met ${names}!`;
    await notify(db, { userId: actor.userId, kind: "companion", text, link: "/?dialog=companions" });
  }
  return { record, discovered: met.map(({ id }) => id) };
}

/**
 * The topic of a stored thought, by the archive's rules. Writes no row.
 * @throws AppError `not-found`
 */
export async function process(
  db: Kysely<Schema>,
  actor: Actor,
  { id, content }: BodyOf<typeof processThought>,
): Promise<{ record: MemoryRecord; topics: string[]; actionItems: string[] }> {
  const record = await findOwnThought(db, actor, { id, content });
  const { topics, actionItems } = analyse(record.content);
  return { record, topics, actionItems };
}
