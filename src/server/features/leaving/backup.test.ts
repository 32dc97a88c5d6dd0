import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { restoreBackup } from "#server/db/pglite/backup/restore.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { tablesWith } from "#server/testing/tables-with.ts";

const WORD = "xanthophyll";

test("contains no data of an account deleted before the backup", async () => {
  const folder = await mkdtemp(join(tmpdir(), "looby-left-"));
  const restored = await mkdtemp(join(tmpdir(), "looby-restored-"));
  onTestFinished(async () => {
    for (const name of [folder, restored]) await rm(name, { recursive: true, force: true });
  });
  const database = await openTestEmbedded({ dataDir: folder });
  await using other = await startTestApp({ database });
  const kim = await other.signUp("Kim");
  await kim.call(createMemory, { body: { type: "want-to-know", content: `Remember the ${WORD}.` } });
  await kim.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  const backup = await database.backupNow();
  await restoreBackup(backup?.file ?? "", restored, silentLog);
  await using elsewhere = await openTestEmbedded({ dataDir: restored });
  expect(await tablesWith(WORD, elsewhere)).toEqual([]);
  expect(await tablesWith("account.deleted", elsewhere)).toEqual(["audit_log"]);
});
