import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "#server/testing/silent-log.ts";
import { openTestEmbedded, testSnapshot } from "#server/testing/test-database.ts";
import type { DatabaseClient } from "../../connection/client.ts";
import { byAge, writeBackup } from "./backup.ts";
import { openEmbedded } from "../embedded.ts";
import { restoreBackup } from "./restore.ts";

// Clusters are created and synced, which takes minutes on a busy disk.
vi.setConfig({ testTimeout: 300_000 });

test("restores the content of the source", async () => {
  const dataDir = await temporaryFolder();
  const otherDir = await temporaryFolder();
  let before: unknown;
  {
    await using db = await openTestEmbedded({ dataDir });
    await fill(db);
    before = await contents(db);
    expect(db.lastBackup).toBeNull();
    const backup = await db.backupNow();
    expect(db.lastBackup).toEqual(backup);
    await db.pool.query("delete from entry where id > 10; drop table other");
    await restoreBackup(backup?.file ?? "", otherDir, silentLog);
    await expect(restoreBackup(backup?.file ?? "", dataDir, silentLog)).rejects.toMatchObject({
      code: "database-locked",
    });
  }
  {
    await using elsewhere = await openTestEmbedded({ dataDir: otherDir });
    expect(await contents(elsewhere)).toEqual(before);
  }
  // Restoring also replaces a database that has changed since; it is set aside.
  const [name = ""] = await readdir(join(dataDir, "backups"));
  await restoreBackup(join(dataDir, "backups", name), dataDir, silentLog);
  await using restored = await openTestEmbedded({ dataDir });
  expect(await contents(restored)).toEqual(before);
  expect(restored.lastBackup?.file).toBe(join(dataDir, "backups", name));
  expect((await readdir(dataDir)).filter((entry) => entry.startsWith("cluster.before-"))).toHaveLength(1);
});

test("restores over a database whose version file is missing, and sets it aside [fault]", async () => {
  const dataDir = await temporaryFolder();
  let file = "";
  {
    await using db = await openTestEmbedded({ dataDir });
    await fill(db);
    file = (await db.backupNow())?.file ?? "";
  }
  await rm(join(dataDir, "cluster", "PG_VERSION"));
  await restoreBackup(file, dataDir, silentLog);
  await using db = await openTestEmbedded({ dataDir });
  expect((await db.pool.query("select count(*) as count from entry")).rows).toEqual([{ count: 1000 }]);
  expect((await readdir(dataDir)).filter((entry) => entry.startsWith("cluster.before-"))).toHaveLength(1);
});

test("refuses an unreadable backup without touching the current database", async () => {
  const dataDir = await temporaryFolder();
  {
    await using db = await openTestEmbedded({ dataDir });
    await fill(db);
  }
  const broken = join(dataDir, "broken.tar.gz");
  await writeFile(broken, "not a backup");
  await expect(restoreBackup(broken, dataDir, silentLog)).rejects.toMatchObject({ code: "backup-failed" });
  await using db = await openTestEmbedded({ dataDir });
  expect((await db.pool.query("select count(*) as count from entry")).rows).toEqual([{ count: 1000 }]);
});

test("restores nothing of a backup of a newer version", async () => {
  const dataDir = await temporaryFolder();
  const otherDir = await temporaryFolder();
  let file = "";
  {
    await using db = await openTestEmbedded({ dataDir });
    await db.pool.query("insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')");
    file = (await db.backupNow())?.file ?? "";
  }
  await expect(restoreBackup(file, otherDir, silentLog)).rejects.toMatchObject({ code: "database-newer" });
  expect((await readdir(otherDir)).filter((name) => name.startsWith("cluster"))).toEqual([]);
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({ code: "database-newer" });
});

test("completes a restore that was interrupted between its two renames", async () => {
  const dataDir = await temporaryFolder();
  {
    await using db = await openTestEmbedded({ dataDir });
    await fill(db);
  }
  await cp(join(dataDir, "cluster"), join(dataDir, "cluster.restored"), { recursive: true });
  await rm(join(dataDir, "cluster"), { recursive: true });
  await using db = await openTestEmbedded({ dataDir });
  expect((await db.pool.query("select count(*) as count from entry")).rows).toEqual([{ count: 1000 }]);
});

test("deletes a backup whose rows differ from its source", async () => {
  const folder = await temporaryFolder();
  const options = {
    dataDir: "memory://",
    queryDeadlineMs: 60_000,
    connectionTimeoutMs: 60_000,
    freeSpaceFloorBytes: 0,
  };
  const snapshot = await testSnapshot();
  const source = await openEmbedded({ ...options, snapshot, log: silentLog });
  const other = await openEmbedded({ ...options, snapshot, log: silentLog });
  const client = await source.pool.connect();
  await client.query("create table entry (id int)");
  const written = writeBackup(
    { engine: other.postgres, clusterFolder: null, maintenance: (work) => work(client) },
    { folder, copies: 3 },
  );
  await expect(written).rejects.toMatchObject({ code: "backup-failed" });
  expect((await readdir(folder)).filter((name) => name.endsWith(".tar.gz"))).toEqual([]);
  client.release();
  await source.close();
  await other.close();
});

test("writes backups automatically and deletes the oldest", async () => {
  const dataDir = await temporaryFolder();
  await using db = await openTestEmbedded({ dataDir, backups: { everyMs: 50, copies: 2 } });
  const seen = new Set<string>();
  await expect
    .poll(
      () => {
        if (db.lastBackup) seen.add(db.lastBackup.file);
        return seen.size;
      },
      { timeout: 110_000 },
    )
    .toBeGreaterThanOrEqual(4);
  const archives = (await readdir(join(dataDir, "backups"))).filter((name) => name.endsWith(".tar.gz"));
  expect(archives.length).toBeLessThanOrEqual(3); // one may just have been added
});

test("counts only backups dated more than a day in the future as the oldest", () => {
  const [early, late, ahead] = ["2026-08-01T06:30Z", "2026-08-01T12:30Z", "2026-08-02T12:18Z"].map((at) => ({
    at: new Date(at),
  }));
  if (!early || !late || !ahead) throw new Error("three backups");
  expect(byAge([late, ahead, early], new Date("2026-08-01T12:17Z"))).toEqual([ahead, early, late]);
});

test("deletes backups from the future first and never the new one", async () => {
  const dataDir = await temporaryFolder();
  const backups = join(dataDir, "backups");
  const [old, ahead] = ["looby-2026-08-01T06-00-00.000Z.tar.gz", "looby-2999-08-01T06-00-00.000Z.tar.gz"];
  await mkdir(backups);
  for (const name of [old, ahead]) await writeFile(join(backups, name), "a backup");
  const warn = vi.fn<(...line: unknown[]) => void>();
  {
    await using db = await openTestEmbedded({
      dataDir,
      backups: { everyMs: 1e9, copies: 2 },
      log: { ...silentLog, warn },
    });
    expect(db.lastBackup?.file).toBe(join(backups, old));
    expect(warn.mock.calls).toEqual([
      [{ now: expect.any(String), backups: [join(backups, ahead)] }, expect.any(String)],
    ]);
    const first = await db.backupNow();
    expect(await readdir(backups)).toEqual([old, basename(first?.file ?? "")]);
  }
  await writeFile(join(backups, ahead), "a backup");
  await using db = await openTestEmbedded({ dataDir, backups: { everyMs: 1e9, copies: 1 } });
  const second = await db.backupNow();
  expect(await readdir(backups)).toEqual([basename(second?.file ?? "")]);
  expect(db.lastBackup).toEqual(second);
});

test("frees the connection while it packs and verifies a backup", async () => {
  const dataDir = await temporaryFolder();
  await using db = await openTestEmbedded({ dataDir });
  await fill(db);
  const backups = join(dataDir, "backups");
  let isOver = false;
  const written = db.backupNow().finally(() => (isOver = true));
  const seen = new Set<string>();
  while (!isOver) {
    await db.pool.query("insert into entry select max(id) + 1 from entry");
    for (const name of await readdir(backups).catch(() => [])) seen.add(name.replace(/^looby-[^Z]*Z/, ""));
  }
  // Temporary files during verification, and afterwards.
  expect([...seen]).toEqual(expect.arrayContaining([".tar.gz.copy.unproven", ".tar.gz.unproven"]));
  const backup = await written;
  expect(await readdir(backups)).toEqual([basename(backup?.file ?? "")]);
  const otherDir = await temporaryFolder();
  await restoreBackup(backup?.file ?? "", otherDir, silentLog);
  await using restored = await openTestEmbedded({ dataDir: otherDir });
  const { rows } = await restored.pool.query<{ many: number }>("select count(*)::int as many from entry");
  expect(rows[0]?.many).toBeGreaterThanOrEqual(1000);
});

async function fill(db: DatabaseClient): Promise<void> {
  await db.pool.query(
    `create table entry (id int primary key, body text, made_at timestamptz default now());
     create index on entry (body);
     insert into entry select i, repeat(md5(i::text), i % 200) from generate_series(1, 1000) i;
     create table other as select id as entry from entry where id % 3 = 0;`,
  );
}

async function contents(db: DatabaseClient): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select (select md5(string_agg(entry::text, ',' order by id)) from entry) as entries,
            (select md5(string_agg(other::text, ',' order by entry)) from other) as others`,
  );
  return rows;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "looby-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
