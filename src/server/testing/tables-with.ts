import type { DatabaseClient } from "#server/db/connection/client.ts";

/** All tables that contain a word in any column of any row, ignoring case. */
export async function tablesWith(word: string, { pool }: Pick<DatabaseClient, "pool">): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from "${name}" t where t::text ilike $1 limit 1`, [
      `%${word}%`,
    ]);
    if ((rowCount ?? 0) > 0) found.push(name);
  }
  return found;
}
