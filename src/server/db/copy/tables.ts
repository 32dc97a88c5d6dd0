import type pg from "pg";

/** A table to copy, without the columns the database generates itself. */
export interface CopiedTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** Checksum of a table's rows, regardless of their order. */
export interface TableSum {
  rows: number;
  /** Sum of the hashes of all rows. Tables with the same rows have the same sum. */
  hash: string;
}

/** The tables of our schema in alphabetical order, except those each database keeps for itself. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('schema_migrations', 'search_changes')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname collate "C", a.attnum`,
  );
  return Object.entries(Object.groupBy(rows, ({ table }) => table)).map(([name, columns = []]) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** Sets the session's formats, so that both sides write a value as the same text whatever their server configuration. */
export async function speakAlike(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
     set extra_float_digits = 1; set bytea_output = 'hex'`,
  );
}

/** Reads every row once. */
export async function sumTable(client: pg.ClientBase, table: CopiedTable): Promise<TableSum> {
  const texts = columnTexts(client, table).join(", ");
  const { rows } = await client.query<{ rows: number; hash: string | null }>(
    `select count(*) as rows,
            sum(('x' || substr(encode(sha256(convert_to(row(${texts})::text, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint::numeric)::text as hash
     from ${client.escapeIdentifier(table.name)}`,
  );
  return { rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? "0" };
}

/** Each column cast to text, for a select list. */
export function columnTexts(client: pg.ClientBase, { columns }: CopiedTable): string[] {
  return columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`);
}
