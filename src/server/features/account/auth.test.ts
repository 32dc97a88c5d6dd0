import { sql } from "kysely";
import { expect, test } from "vitest";
import { startTestApp } from "#server/testing/test-app.ts";

test("creates the tables that better-auth expects", async () => {
  await using app = await startTestApp();
  const { kysely } = app.database;
  await expect(app.deps.accounts.auth.checkSchema(kysely)).resolves.toBeUndefined();
});

test("detects a missing column that better-auth needs", async () => {
  await using app = await startTestApp();
  const { kysely } = app.database;
  await sql`alter table passkeys drop column aaguid`.execute(kysely);
  await expect(app.deps.accounts.auth.checkSchema(kysely)).rejects.toThrow(/aaguid/);
});
