import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { findMissing } from "#shared/features/set-back/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { newId } from "#shared/id.ts";
import { restoreBackup } from "#server/db/pglite/backup/restore.ts";
import { readDataEpoch } from "./repository.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { openTestDatabase, openTestEmbedded } from "#server/testing/test-database.ts";

vi.setConfig({ testTimeout: 120_000 });

test("reports the backup's time after a restore and which writes are missing", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "looby-set-back-"));
  onTestFinished(async () => await rm(dataDir, { recursive: true, force: true }));
  const [before, after, bobs] = [newId(), newId(), newId()];
  const { backup, epoch } = await (async () => {
    await using app = await startTestApp({ database: await openTestEmbedded({ dataDir }) });
    const ada = await app.signUp("Ada");
    const bob = await app.signUp("Bob");
    await remember(ada, before);
    const written = await app.database.backupNow();
    await remember(ada, after);
    await remember(bob, bobs);
    return { backup: written, epoch: (await app.as("x").call(getHealth, {})).data };
  })();
  expect(epoch).toMatchObject({ setBackTo: null });

  await restoreBackup(backup?.file ?? "", dataDir, silentLog);
  await using app = await startTestApp({ database: await openTestEmbedded({ dataDir }) });
  const { data } = await app.as("x").call(getHealth, {});
  expect(data?.epoch).not.toBe(epoch?.epoch);
  expect(Math.abs(Date.parse(data?.setBackTo ?? "") - (backup?.at.getTime() ?? 0))).toBeLessThan(60_000);

  const ada = app.as("Ada");
  await ada.request("/api/account/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pseudonym: "Ada", password: TEST_PASSWORD }),
  });
  expect(await ada.call(findMissing, { body: { keys: [before, after, bobs] } })).toEqual({
    keys: [after, bobs],
  });
  // Another user's keys are not revealed: for a stranger all of them are unknown.
  expect(await app.as("x").call(findMissing, { body: { keys: [before] } })).toEqual({ keys: [before] });
});

test("begins one epoch for two servers that start at once", async () => {
  await using database = await openTestDatabase();
  const [one, other] = await Promise.all([readDataEpoch(database.kysely), readDataEpoch(database.kysely)]);
  expect(one).toEqual(other);
  expect(await readDataEpoch(database.kysely)).toEqual(one);
});

test("rejects invalid keys and more keys than a phone stores", async () => {
  await using app = await startTestApp();
  const ask = async (body: unknown) => await app.as("x").refusal(findMissing, { body });
  expect(await ask({ keys: ["no key!"] })).toMatchObject({ code: "invalid-input" });
  const many = Array.from({ length: 1001 }, () => newId());
  expect(await ask({ keys: many })).toMatchObject({ code: "invalid-input" });
});

async function remember(client: TestClient, idempotencyKey: string): Promise<void> {
  const body = { type: "want-to-know", content: `Where is the fan? ${idempotencyKey}` } as const;
  await client.call(createMemory, { body }, { idempotencyKey });
}
