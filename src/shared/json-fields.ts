/** A JSON object with unchecked fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not an array or null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a plain JSON object, of any window. Blobs, files and dates are also objects, but not plain ones. */
export function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
}

/** The fields with their names trimmed and in lower case. A field whose name already has that form takes precedence. */
export function foldNames(object: Fields): Fields {
  const fields = Object.entries(object);
  const folded = fields.map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  return Object.fromEntries([...folded, ...fields.filter(([name], index) => folded[index]?.[0] === name)]);
}

/** The text in an unchecked field, trimmed; empty when it is not a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The text or number in an unchecked field, as trimmed text; empty when it is neither. */
export function wordsOf(value: unknown): string {
  return typeof value === "number" ? String(value) : textOf(value);
}
