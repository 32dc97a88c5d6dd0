/**
 * A process that is meant to be killed. It opens the database in the folder given by its first argument, prints the rows it found
 * there, then writes until it dies and prints a line for each committed transaction.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type DatabaseClient, openDatabase } from "#server/db/connection/client.ts";
import { silentLog } from "../silent-log.ts";

const [dataDir = "", firstId = "0"] = process.argv.slice(2);
const db = await openDatabase({ dataDir, log: silentLog });

await db.pool.query(
  `create table if not exists entry (id int primary key, body text not null);
   create table if not exists account (id int primary key, balance int not null);
   insert into account select id, 100 from generate_series(1, 10) id on conflict do nothing;`,
);
const entries = await db.pool.query<{ id: number }>("select id from entry");
const total = await db.pool.query<{ total: number }>("select sum(balance) as total from account");
report({ found: entries.rows.map(({ id }) => id), total: total.rows[0]?.total });

let nextId = Number(firstId);
await Promise.all([write(db), write(db), write(db), tidy(db)]);

async function write({ pool }: DatabaseClient): Promise<never> {
  for (;;) {
    const id = nextId++;
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update account set balance = balance - 1 where id = $1", [1 + (id % 10)]);
    await client.query("insert into entry values ($1, repeat('x', 1 + $1 % 5000))", [id]);
    await client.query("update account set balance = balance + 1 where id = $1", [1 + ((id * 7) % 10)]);
    await client.query("commit");
    client.release();
    report({ committed: id });
  }
}

async function tidy({ pool }: DatabaseClient): Promise<never> {
  for (;;) {
    await pool.query("vacuum entry");
    await pool.query("checkpoint");
    await delay(20);
  }
}

function report(message: WriterMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

export type WriterMessage = { found: number[]; total: number | undefined } | { committed: number };
