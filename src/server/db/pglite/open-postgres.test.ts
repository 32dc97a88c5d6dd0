import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres, STALE_LOCK } from "./open-postgres.ts";
import { postgresModules } from "./postgres-modules.ts";

test("starts despite the empty lock file that a power cut leaves behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "looby-lock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = { clusterFolder: join(folder, "cluster"), snapshot: null, ...(await postgresModules()) };
  const first = await openPostgres(options);
  await first.exec("create table kept (n int); insert into kept values (1)");
  await first.close();
  await writeFile(join(options.clusterFolder, STALE_LOCK), "");
  const second = await openPostgres(options);
  expect((await second.query("select n from kept")).rows).toEqual([{ n: 1 }]);
  await second.close();
});
