/** A JSON object with unchecked fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not an array or null. */
export function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Whether a value is a plain JSON object. Blobs, files and dates are also objects, but not plain ones. */
export function isPlainObject(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && Object.getPrototypeOf(given) === Object.prototype;
}

/** The fields with their names trimmed and in lower case. A field whose name already has that form takes precedence. */
export function foldNames(given: Fields): Fields {
  const fields = Object.entries(given);
  const folded = fields.map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  return Object.fromEntries([...folded, ...fields.filter(([name], index) => folded[index]?.[0] === name)]);
}

/** The text in an unchecked field, trimmed; empty when it is not a text. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}

/** The text or number in an unchecked field, as trimmed text; empty when it is neither. */
export function wordsOf(given: unknown): string {
  return typeof given === "number" ? String(given) : textOf(given);
}
