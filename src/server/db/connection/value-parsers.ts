import pg from "pg";

/**
 * Conversion of column values to JavaScript where `pg`'s defaults are surprising:
 * - `bigint` (the type of `count(*)`) becomes a number: nothing here counts past 2^53;
 * - `date` stays "YYYY-MM-DD": a Date would be local midnight, which is another day in other zones.
 */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format === "binary"
      ? pg.types.getTypeParser(oid, format)
      : parserOf(oid)) as typeof pg.types.getTypeParser,
};

function parserOf(oid: number): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.DATE) return String;
  return pg.types.getTypeParser(oid, "text");
}
