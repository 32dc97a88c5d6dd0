import pg from "pg";

/**
 * How column values become JavaScript, where `pg`'s defaults surprise:
 * - `bigint` (which is what `count(*)` gives) is a number: nothing here counts past 2^53;
 * - `date` stays "YYYY-MM-DD": as a Date it would be local midnight, another day elsewhere.
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
