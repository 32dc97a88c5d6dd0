import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { generateSchema } from "../../../scripts/generate-schema.ts";

test("matches the migrations; if not, run node scripts/generate-schema.ts", async () => {
  await using db = await openTestEmbedded();
  expect(await readFile(join(import.meta.dirname, "schema.ts"), "utf8")).toBe(await generateSchema(db));
});

test("generates a member with the types of its values for each table", async () => {
  await using db = await openTestEmbedded();
  await db.pool.query(
    `create extension if not exists vector;
     create table zz_sample (
       id text primary key, number bigint generated always as identity, price numeric, tags text[] not null default '{}',
       extra jsonb not null, made_at timestamptz not null default now(), born date, "odd name" boolean,
       words tsvector generated always as (to_tsvector('english', id)) stored, meaning vector(3)
     )`,
  );
  const generated = await generateSchema(db);
  expect(generated).toContain(`
  zz_sample: {
    id: string;
    number: GeneratedAlways<number>;
    price: string | null;
    tags: Generated<string[]>;
    extra: unknown;
    made_at: Generated<Date>;
    born: string | null;
    "odd name": boolean | null;
    words: GeneratedAlways<string | null>;
    meaning: string | null;
  };
`);
  await db.pool.query("create table zz_unknown (place point)");
  await expect(generateSchema(db)).rejects.toThrow("point (zz_unknown.place)");
});
