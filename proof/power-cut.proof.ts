import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { expect, test } from "vitest";
import { type DiskImage, imageAfter } from "#server/testing/power-cut/crash-image.ts";
import { ImageFileSystem } from "#server/testing/power-cut/image-file-system.ts";
import { type DiskRecording, recordDisk } from "#server/testing/power-cut/recording-file-system.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { isGate, rounds, proofSeed } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";
import { DurableFileSystem, durableStartParams } from "#server/db/pglite/files/durable-file-system.ts";
import { openPostgres, STALE_LOCK } from "#server/db/pglite/open-postgres.ts";
import { type PostgresModules, postgresModules } from "#server/db/pglite/postgres-modules.ts";

test("loses no acknowledged transaction in a power cut", async () => {
  const seconds = stopwatch();
  const run = await recordWriter("durable");
  const random = seededRandom(proofSeed());
  const survivals = [0, 0.5, 0.9];
  const cuts = rounds({ gate: 15, all: 150, nightly: 2000 });
  const failures: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    const after = Math.floor(random() * run.disk.events.length);
    const survival = survivals[cut % survivals.length] ?? 0;
    const outcome = await outcomeOf(run, after, imageAfter(run.disk, { after, survival, random }));
    if (outcome === "recovered") continue;
    failures.push(
      `cut ${cut}, after ${after} of ${run.disk.events.length} events, survival ${survival}: ${outcome}`,
    );
    console.info(failures.at(-1));
  }
  record({
    name: "power cuts survived",
    figure: cuts - failures.length,
    unit: `of ${cuts}`,
    gate: { exactly: cuts },
    seconds: seconds(),
  });
  expect(failures).toEqual([]);
});

test.skipIf(isGate())("detects the corruption of unmodified PGlite in the same power cuts", async () => {
  const seconds = stopwatch();
  const run = await recordWriter("as shipped");
  const random = seededRandom(6);
  const cuts = 6;
  const outcomes: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    const after = Math.floor(random() * run.disk.events.length);
    outcomes.push(await outcomeOf(run, after, imageAfter(run.disk, { after, survival: 0.5, random })));
  }
  record({
    name: "power cuts PGlite as shipped survives",
    figure: outcomes.filter((outcome) => outcome === "recovered").length,
    unit: `of ${cuts}`,
    gate: { atMost: cuts / 2 },
    seconds: seconds(),
  });
});

const transactions = 150;

interface Run {
  disk: DiskRecording;
  /** Number of disk operations at the time each transaction was acknowledged. */
  acknowledgedAt: number[];
  /** Content of the table after each number of transactions. */
  stateAfter: string[];
  modules: PostgresModules;
}

/** Writes transactions, with an occasional checkpoint, vacuum or rewrite of the table. */
async function recordWriter(kind: "durable" | "as shipped"): Promise<Run> {
  const modules = await postgresModules();
  const folder = await mkdtemp(join(tmpdir(), "looby-power-cut-"));
  const cluster = join(folder, "cluster");
  try {
    const template = await openPostgres({ clusterFolder: cluster, snapshot: null, ...modules });
    await template.exec(
      `create table entry (id int primary key, body text not null, touched int not null);
       create index on entry (touched);
       create table journal (transaction int primary key);
       create unlogged table tally (bucket int primary key, hits int not null);`,
    );
    await template.close();

    const isDurable = kind === "durable";
    // TypeScript reads PGlite's ESM types for this file and its CommonJS types for ours, and treats them as two classes.
    const fs = isDurable ? (new DurableFileSystem(cluster) as unknown as NodeFS) : new NodeFS(cluster);
    const startParams = isDurable ? durableStartParams(PGlite.defaultStartParams) : PGlite.defaultStartParams;
    const disk = recordDisk(fs, cluster);
    const db = await PGlite.create({ fs, startParams, pgliteWasmModule: modules.postgresModule });
    const run: Run = { disk, acknowledgedAt: [], stateAfter: [await stateOf(db)], modules };
    const random = seededRandom(1);
    for (let n = 1; n <= transactions; n++) {
      await writeTransaction(db, n, random);
      run.acknowledgedAt.push(disk.events.length);
      run.stateAfter.push(await stateOf(db));
    }
    await db.close();
    return run;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A row that may be lost in a crash, like the counts of limits. It must never prevent the other tables from being read. */
const COUNT = "insert into tally values ($1, 1) on conflict (bucket) do update set hits = tally.hits + 1";

async function writeTransaction(db: PGlite, n: number, random: () => number): Promise<void> {
  await db.query(COUNT, [n % 7]);
  await db.transaction(async (tx) => {
    // Up to 20 kB of incompressible text, so that some bodies are stored outside their row.
    const body = randomText(random, Math.ceil(20_000 * random() ** 4));
    await tx.query("insert into entry values ($1, $2, $1)", [n, body]);
    await tx.query("update entry set touched = $1 where id = any ($2)", [
      n,
      [0, 1, 2].map(() => Math.ceil(n * random())),
    ]);
    if (n % 5 === 0) await tx.query("delete from entry where id = $1", [Math.ceil(n * random())]);
    if (n % 47 === 0)
      await tx.exec("alter table entry alter column touched type int using touched::text::int");
    await tx.query("insert into journal values ($1)", [n]);
  });
  if (n % 40 === 0) await db.exec("checkpoint");
  if (n % 60 === 0) await db.exec("vacuum (analyze)");
}

function randomText(random: () => number, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join("");
}

async function stateOf(db: PGlite): Promise<string> {
  const { rows } = await db.query<{ state: string }>(
    `select coalesce(md5(string_agg(concat_ws(':', id, md5(body), touched), ',' order by id)), 'empty') as state from entry`,
  );
  return rows[0]?.state ?? "none";
}

/** @returns "recovered", or a description of the fault */
async function outcomeOf(run: Run, after: number, image: DiskImage): Promise<string> {
  const db = await open(image, run.modules).catch((error: unknown) => String(error));
  if (typeof db === "string") return `did not open: ${db}`;
  try {
    const { rows } = await db.query<{ last: number }>(
      "select coalesce(max(transaction), 0) as last from journal",
    );
    const last = rows[0]?.last ?? 0;
    const acknowledged = run.acknowledgedAt.filter((events) => events <= after).length;
    if (last < acknowledged) return "lost acknowledged rows";
    if ((await stateOf(db)) !== run.stateAfter[last]) return "other rows than were written";
    await db.query(COUNT, [1]);
    return (await indexesAgree(db)) ? "recovered" : "an index that disagrees with its table";
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  } finally {
    await db.close().catch(() => undefined);
  }
}

async function open(image: DiskImage, { postgresModule }: PostgresModules): Promise<PGlite> {
  image.files.delete(STALE_LOCK); // like openPostgres
  return await PGlite.create({ fs: new ImageFileSystem(image), pgliteWasmModule: postgresModule });
}

async function indexesAgree(db: PGlite): Promise<boolean> {
  const count =
    "select count(*)::int as rows, coalesce(sum(touched), 0)::int as sum from entry where touched > 0";
  await db.exec("set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off");
  const byTable = await db.query(count);
  await db.exec("reset all; set enable_seqscan = off");
  const byIndex = await db.query(count);
  return JSON.stringify(byTable.rows) === JSON.stringify(byIndex.rows);
}
