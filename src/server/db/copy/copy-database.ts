import type pg from "pg";
import type { DatabaseClient } from "../connection/client.ts";
import { OperatorError } from "#server/operator-error.ts";

export interface CopyReport {
  tables: (TableSum & { name: string })[];
  /** Tables of an extension the target does not have. Their content can be derived from the other tables. */
  left: string[];
}

export interface CopyOptions {
  /** Called once both databases passed the checks, before a row is copied. */
  onChecked?: () => Promise<void>;
  /** Called after each table is copied. */
  onTable?: (table: TableSum & { name: string }) => void;
}

/** Rows per statement. Even 500 memories with their vectors are only a few megabytes. */
const BATCH = 500;

/**
 * Copies every row of `source` into `target`, whose tables must be empty, and verifies the copy by counts and hashes. It uses one
 * transaction on each side: after a failure the target is still empty, and the copy can be started again. It needs only the
 * rights of the tables' owner. Nothing else may use either database during the copy.
 * @throws OperatorError `copy-refused` (another client is connected, the target is not empty), `copy-differs`
 */
export async function copyDatabase(
  source: DatabaseClient,
  target: DatabaseClient,
  options: CopyOptions = {},
): Promise<CopyReport> {
  await assertAlone(source, "The database to copy from");
  await assertAlone(target, "The database to copy to");
  target.assertWritable();
  await target.maintenance(async ({ client }) => {
    for (const table of await listTables(client)) await assertEmpty(client, table);
  });
  await options.onChecked?.();
  return await source.maintenance(({ client: from }) =>
    target.maintenance(async ({ client: to }) => {
      await speakAlike(from);
      await speakAlike(to);
      await from.query("begin isolation level repeatable read read only");
      await to.query("begin");
      try {
        const report = await copyTables(from, to, options);
        await to.query("commit");
        return report;
      } catch (error) {
        await to.query("rollback");
        throw error;
      } finally {
        await from.query("rollback"); // read-only
      }
    }),
  );
}

async function copyTables(from: pg.ClientBase, to: pg.ClientBase, { onTable }: CopyOptions) {
  const names = new Set((await listTables(to)).map(({ name }) => name));
  const here = await listTables(from);
  const copied = here.filter(({ name }) => names.has(name));
  const restore = await setRulesAside(to);
  for (const table of copied) await copyRows(from, to, table);
  await copySequences(from, to);
  await restore();
  const tables: CopyReport["tables"] = [];
  for (const table of copied) {
    const sum = { name: table.name, ...(await assertSame(from, to, table)) };
    tables.push(sum);
    onTable?.(sum);
  }
  return { tables, left: here.filter(({ name }) => !names.has(name)).map(({ name }) => name) };
}

/** Writes of a running server during the copy would be lost. The embedded database locks its folder. */
async function assertAlone({ engine, pool }: DatabaseClient, which: string): Promise<void> {
  if (engine === "pglite") return;
  const { rows } = await pool.query<{ others: number }>(
    `select count(*) as others from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return;
  throw new OperatorError(
    "copy-refused",
    `${which} is in use by ${others} other connection${others === 1 ? "" : "s"}. Stop every Looby on it and run this again.`,
  );
}

async function assertEmpty(to: pg.ClientBase, { name }: CopiedTable): Promise<void> {
  const { rowCount } = await to.query(`select from ${to.escapeIdentifier(name)} limit 1`);
  if (rowCount === 0) return;
  throw new OperatorError(
    "copy-refused",
    `The database to copy to is not empty (${name} has rows): nothing was copied. Give it a new, empty database.`,
  );
}

/**
 * Drops foreign keys, because tables refer to each other in circles, and disables triggers, because their effects are already in
 * the data. Both are restored before the commit, when each foreign key is checked for every row.
 */
async function setRulesAside(to: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await to.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     order by conrelid::regclass::text collate "C", conname collate "C"`,
  );
  const { rows: triggered } = await to.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table } of triggered) await to.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of keys) await to.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await to.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { table } of triggered) await to.query(`alter table ${table} enable trigger user`);
  };
}

async function copyRows(from: pg.ClientBase, to: pg.ClientBase, table: CopiedTable): Promise<void> {
  const name = to.escapeIdentifier(table.name);
  const columns = table.columns.map((column) => to.escapeIdentifier(column.name));
  const values = table.columns.map(({ type }, index) => `v.c${index}::${type}`);
  const insert = `insert into ${name} (${columns.join(", ")}) overriding system value
    select ${values.join(", ")}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(", ")})
      as v(${columns.map((_, index) => `c${index}`).join(", ")})`;
  await from.query(
    `declare copied no scroll cursor for select ${columnTexts(from, table).join(", ")} from ${name}`,
  );
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${BATCH} from copied`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  }
  await from.query("close copied");
}

/** Sets sequences, so that the next number is unused. */
async function copySequences(from: pg.ClientBase, to: pg.ClientBase): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of rows)
    await to.query("select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null", [
      name,
      last,
    ]);
}

async function assertSame(from: pg.ClientBase, to: pg.ClientBase, table: CopiedTable): Promise<TableSum> {
  const expected = await sumTable(from, table);
  const found = await sumTable(to, table);
  if (expected.rows === found.rows && expected.hash === found.hash) return found;
  throw new OperatorError(
    "copy-differs",
    `${table.name} came out different (${expected.rows} rows there, ${found.rows} here): nothing was copied.`,
  );
}

/** A table to copy, without the columns the database generates itself. */
interface CopiedTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** Checksum of a table's rows, regardless of their order. */
interface TableSum {
  rows: number;
  /** Sum of the hashes of all rows. Tables with the same rows have the same sum. */
  hash: string;
}

/** The tables of our schema in alphabetical order, except those private to each database. */
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
async function speakAlike(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
     set extra_float_digits = 1; set bytea_output = 'hex'`,
  );
}

/** Reads every row once. */
async function sumTable(client: pg.ClientBase, table: CopiedTable): Promise<TableSum> {
  const texts = columnTexts(client, table).join(", ");
  const { rows } = await client.query<{ rows: number; hash: string | null }>(
    `select count(*) as rows,
            sum(('x' || substr(encode(sha256(convert_to(row(${texts})::text, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint::numeric)::text as hash
     from ${client.escapeIdentifier(table.name)}`,
  );
  return { rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? "0" };
}

/** Each column cast to text, for a select list. */
function columnTexts(client: pg.ClientBase, { columns }: CopiedTable): string[] {
  return columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`);
}
