import { join } from "node:path";
import { openDatabase } from "#server/db/connection/client.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import type { Deed, DeedKind } from "./deeds.ts";

export interface Life {
  userId: string;
  deeds: Deed[];
}

/** A table with the rows of a kind of deed; `mark` is SQL for the deed's mark in a row. */
const TRACES: readonly { kind: DeedKind; rows: string; mark: string }[] = [
  { kind: "memory", rows: "memories", mark: "split_part(content, ':', 1)" },
  { kind: "thought", rows: "memories", mark: "split_part(content, ':', 1)" },
  { kind: "resource", rows: "resources where cardinality(photos) = 1", mark: "title" },
  { kind: "borrowing", rows: "loans where state = 'cancelled'", mark: "message" },
  { kind: "message", rows: "messages where role = 'user'", mark: "split_part(text, ':', 1)" },
];

/** Deeds counted per user, because their rows do not carry a mark. */
const SUMS: readonly { kind: DeedKind; what: string; count: string }[] = [
  // If the server is killed before a photo's bytes are stored, its row remains but no response ever named it. It is removed later.
  {
    kind: "resource",
    what: "photo",
    count: "select count(*)::int as n from photos where owner_id = $1 and is_stored",
  },
  {
    kind: "joining",
    what: "request to join",
    count: "select count(*)::int as n from community_requests where user_id = $1 and state = 'withdrawn'",
  },
];

/** Examines the stopped server's database for deeds that are missing or that exist more than once. */
export async function countOnServer(
  dataDir: string,
  lives: readonly Life[],
): Promise<{ lost: string[]; duplicated: string[] }> {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const note = (what: string, expected: number, found: number) => {
    for (let n = found; n < expected; n++) lost.push(what);
    for (let n = expected; n < found; n++) duplicated.push(what);
  };
  await using database = await openDatabase({ dataDir: join(dataDir, "database"), log: silentLog });
  const { pool } = database;
  for (const { kind, rows, mark } of TRACES) {
    const found = await pool.query<{ mark: string; n: number }>(
      `select ${mark} as mark, count(*)::int as n from ${rows} group by 1`,
    );
    const counts = new Map(found.rows.map((row) => [row.mark, row.n]));
    for (const deed of lives.flatMap(({ deeds }) => deeds))
      if (deed.kind === kind) note(`${kind} ${deed.mark}`, 1, counts.get(deed.mark) ?? 0);
  }
  for (const { userId, deeds } of lives) {
    for (const { kind, what, count } of SUMS) {
      const { rows } = await pool.query<{ n: number }>(count, [userId]);
      note(`${what} of ${userId}`, deeds.filter((deed) => deed.kind === kind).length, rows[0]?.n ?? 0);
    }
  }
  // Side effects also happen once: an owner is notified of each request and of each withdrawal.
  const notified = await pool.query<{ n: number }>(
    "select count(*)::int as n from notifications where kind = 'borrowing'",
  );
  const borrowings = lives.flatMap(({ deeds }) => deeds).filter(({ kind }) => kind === "borrowing").length;
  note("notice of a loan", 2 * borrowings, notified.rows[0]?.n ?? 0);
  return { lost, duplicated };
}
