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

/** The text in an unchecked field, trimmed; empty when it is not a text. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}
