import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { deleteMemory, editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { restoreBackup } from "#server/db/pglite/backup/restore.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";

const SCRIPT = join(import.meta.dirname, "../../../../scripts/forget.ts");
const SECRET = "the operator's secret, 32 characters or more";
const WORD = "xanthophyll";

test("leaves one backup without any deleted data", async () => {
  const [dataDir, restored] = [await temporaryFolder(), await temporaryFolder()];
  const database = await openTestEmbedded({ dataDir });
  await using app = await startTestApp({ database, env: { SECRET } });
  await using server = await listen(app);
  const ada = app.as("ada");
  const { id } = await ada.call(createMemory, {
    body: { type: "want-to-know", content: `Remember the ${WORD}.` },
  });
  const old = (await database.backupNow())?.file ?? "";
  await mkdir(join(dataDir, "cluster.before-2026-08-30"));
  await ada.call(deleteMemory, { params: { memoryId: id } });

  const { stdout } = await run({ PORT: server.port, SECRET }, "backups");
  expect(stdout).toMatch(
    /^A fresh backup was made and proven at .+\nDeleted: looby-.+\.tar\.gz, cluster\.before-2026-08-30\. /,
  );
  const [left = "", ...others] = await readdir(join(dataDir, "backups"));
  expect(others).toEqual([]);
  expect(join(dataDir, "backups", left)).not.toBe(old);
  expect(await readdir(dataDir)).not.toContain("cluster.before-2026-08-30");
  await restoreBackup(join(dataDir, "backups", left), restored, silentLog);
  await using elsewhere = await openTestEmbedded({ dataDir: restored });
  expect(await tablesWith(WORD, elsewhere)).toEqual([]);
  await expect(run({ PORT: server.port, SECRET })).rejects.toThrow(/Use it as/);
});

test("leaves no byte of a deleted word in the backup, nor in those that follow", async () => {
  const database = await openTestEmbedded({ dataDir: await temporaryFolder() });
  await using app = await startTestApp({ database, env: { SECRET } });
  await using server = await listen(app);
  const ada = app.as("ada");
  const stays = "The tangerine tent stays.";
  await ada.call(createMemory, { body: { type: "want-to-know", content: stays } });
  const { id } = await ada.call(createMemory, {
    body: { type: "want-to-know", content: `Remember the ${WORD}.` },
  });
  // The word also reaches the statistics and the log segments that are recycled.
  await database.pool.query("analyze");
  for (let round = 0; round < 3; round += 1) {
    await ada.call(editMemory, {
      params: { memoryId: id },
      body: { content: `${WORD} ${round} is deep red` },
    });
    await database.pool.query("select pg_switch_wal()");
    await database.pool.query("checkpoint");
  }
  await ada.call(deleteMemory, { params: { memoryId: id } });
  const before = await database.backupNow();
  expect((await bytesOf(before?.file)).includes(WORD)).toBe(true);

  await run({ PORT: server.port, SECRET }, "backups");
  const forgotten = await bytesOf(database.lastBackup?.file);
  expect(forgotten.includes(WORD.slice(0, 8))).toBe(false);
  expect(forgotten.includes(stays)).toBe(true);
  const following = await database.backupNow();
  expect((await bytesOf(following?.file)).includes(WORD.slice(0, 8))).toBe(false);
});

test("explains the next steps where Looby makes no backups", async () => {
  await using app = await startTestApp({ env: { SECRET } });
  await using server = await listen(app);
  await expect(run({ PORT: server.port, SECRET }, "backups")).rejects.toThrow(/Looby makes no backups/);
});

async function run(env: Record<string, string>, ...args: string[]) {
  return await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
}

async function bytesOf(backup = ""): Promise<string> {
  return gunzipSync(await readFile(backup)).toString("latin1");
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "looby-forget-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function listen(app: TestApp) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  return {
    port: String(await promise),
    [Symbol.asyncDispose]: async () => void (await new Promise((done) => server.close(done))),
  };
}
