/** Writes rows forever into the database given by its first argument, and prints the outcome of each write. */
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "#server/db/connection/client.ts";
import { silentLog } from "../silent-log.ts";

const [dataDir = ""] = process.argv.slice(2);
const db = await openDatabase({ dataDir, log: silentLog, freeSpaceFloorBytes: 0 });
await db.pool.query("create table entry (id int primary key, body text not null)");
for (let id = 1; ; id++) {
  try {
    await db.pool.query("insert into entry values ($1, $2)", [id, "x".repeat(10_000)]);
    report({ committed: id });
  } catch (error) {
    report({ failed: id, because: error instanceof Error ? error.message : String(error) });
    await delay(20);
  }
}

function report(outcome: Outcome): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

export type Outcome = { committed: number } | { failed: number; because: string };
