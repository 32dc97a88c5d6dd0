/**
 * Generates src/server/db/schema.ts, the tables as Kysely sees them, from a database with all migrations applied:
 *
 *   node scripts/generate-schema.ts
 *
 * A test compares the file with this output, so that a migration cannot be merged without it.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseClient, openDatabase } from "#server/db/connection/client.ts";

interface Column {
  table: string;
  name: string;
  /** Name of the type; the name of an array type begins with "_". */
  type: string;
  isNullable: boolean;
  /** Whether the database fills it when an insert omits it, or always. */
  generated: "by default" | "always" | null;
}

/** The type `pg` returns for a value, given the parsers in src/server/db/connection/pool.ts. */
const valueTypes: Record<string, string> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  int8: "number",
  float4: "number",
  float8: "number",
  numeric: "string",
  text: "string",
  varchar: "string",
  bpchar: "string",
  uuid: "string",
  inet: "string",
  date: "string",
  time: "string",
  tsvector: "string",
  vector: "string",
  timestamptz: "Date",
  timestamp: "Date",
  json: "unknown",
  jsonb: "unknown",
  bytea: "Buffer",
};

/** The text of schema.ts for the tables and views of `db`. Throws when a column has an unknown type. */
export async function generateSchema(db: DatabaseClient): Promise<string> {
  const tables = Object.entries(Object.groupBy(await readColumns(db), ({ table }) => table));
  const members = tables.map(([table, columns = []]) => {
    const lines = columns.map((column) => `    ${propertyName(column.name)}: ${columnType(column)};\n`);
    return `  ${propertyName(table)}: {\n${lines.join("")}  };\n`;
  });
  const body = `export interface Schema {\n${members.join("")}}\n`;
  const imported = ["Generated", "GeneratedAlways"].filter((name) => body.includes(`${name}<`));
  const imports = `import type { ${imported.join(", ")} } from "kysely";\n\n`;
  return `// Generated from the migrations by scripts/generate-schema.ts: change those, then run it.\n${imports}${body}`;
}

async function readColumns(db: DatabaseClient): Promise<Column[]> {
  const { rows } = await db.pool.query<Column>(
    `select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
            case when is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' then 'always'
                 when column_default is not null or is_identity = 'YES' then 'by default' end as generated
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations'
     order by table_name collate "C", ordinal_position`,
  );
  return rows;
}

function columnType({ table, name, type, isNullable, generated }: Column): string {
  const isArray = type.startsWith("_");
  const value = valueTypes[isArray ? type.slice(1) : type];
  if (value === undefined)
    throw new Error(`Say in scripts/generate-schema.ts what ${type} (${table}.${name}) becomes`);
  const whole = `${value}${isArray ? "[]" : ""}${isNullable && value !== "unknown" ? " | null" : ""}`;
  if (generated === null) return whole;
  return generated === "always" ? `GeneratedAlways<${whole}>` : `Generated<${whole}>`;
}

function propertyName(name: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

if (import.meta.main) {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  await using db = await openDatabase({ dataDir: "memory://", log });
  await writeFile(join(import.meta.dirname, "../src/server/db/schema.ts"), await generateSchema(db));
}
