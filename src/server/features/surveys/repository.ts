import { type Kysely, sql } from "kysely";
import type { Survey } from "#shared/features/surveys/contract.ts";
import type { Schema } from "#server/db/schema.ts";

/** Surveys that have not ended by `now`, those that end soonest first. */
export async function listOpenSurveys(db: Kysely<Schema>, now: Date): Promise<Survey[]> {
  const rows = await selectOpen(db, now)
    .orderBy("expires_at", (order) => order.asc().nullsLast())
    .orderBy("id")
    .execute();
  return rows.map(toSurvey);
}

/** Replaces all surveys. Servers that start at the same time are serialized. */
export async function replaceSurveys(db: Kysely<Schema>, surveys: readonly Survey[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table surveys in share row exclusive mode`.execute(tx);
    await tx.deleteFrom("surveys").execute();
    for (const { id, title, description, studyType, compensation, surveyUrl, expiresAt } of surveys)
      await tx
        .insertInto("surveys")
        .values({
          id,
          title,
          description,
          study_type: studyType,
          compensation,
          survey_url: surveyUrl,
          expires_at: expiresAt === null ? null : new Date(expiresAt),
        })
        .execute();
  });
}

export async function findOpenSurvey(
  db: Kysely<Schema>,
  surveyId: string,
  now: Date,
): Promise<Survey | null> {
  const row = await selectOpen(db, now).where("id", "=", surveyId).executeTakeFirst();
  return row === undefined ? null : toSurvey(row);
}

function selectOpen(db: Kysely<Schema>, now: Date) {
  return db
    .selectFrom("surveys")
    .select(["id", "title", "description", "study_type", "compensation", "survey_url", "expires_at"])
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]));
}

function toSurvey(row: Awaited<ReturnType<ReturnType<typeof selectOpen>["execute"]>>[number]): Survey {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    studyType: row.study_type,
    compensation: row.compensation,
    surveyUrl: row.survey_url,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
