import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messagesOf } from "#server/testing/children/messages.ts";
import type { Outcome } from "#server/testing/children/stubborn-writer.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { openDatabase } from "../connection/client.ts";

const children = join(import.meta.dirname, "../../testing/children");

test(
  "reports a full or broken disk as an error, without hanging or losing a row [fault]",
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "looby-disk-full-"));
    const [dataDir, isFull] = [join(folder, "data"), join(folder, "is-full")];
    const child = spawn(
      process.execPath,
      ["--import", join(children, "disk-full.ts"), join(children, "stubborn-writer.ts"), dataDir],
      { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, LOOBY_TEST_DISK_FULL: isFull } },
    );
    const outcomes = messagesOf<Outcome>(child);
    const acknowledged: number[] = [];
    const reasons = new Set<string>();
    /** Reads until the writer has had `count` outcomes of one kind in a row. */
    const until = async (kind: "committed" | "failed", count: number) => {
      for (let inARow = 0; inARow < count;) {
        const { value } = await outcomes.next();
        if (value === undefined) throw new Error("The writer ended");
        if ("committed" in value) acknowledged.push(value.committed);
        else reasons.add(value.because);
        inARow = kind in value ? inARow + 1 : 0;
      }
    };

    await until("committed", 40);
    for (const what of ["tables", "log", "everything", "tables broken", "log broken"]) {
      await writeFile(isFull, what);
      await until("failed", 5);
      await rm(isFull);
      await until("committed", 40);
    }
    child.kill("SIGKILL");
    await once(child, "exit");

    expect(reasons).toContain("The server's disk is full. Nothing was changed; please try again later.");
    await using db = await openDatabase({ dataDir, log: silentLog });
    const { rows } = await db.pool.query<{ id: number }>("select id from entry");
    const found = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    await rm(folder, { recursive: true });
  },
);
