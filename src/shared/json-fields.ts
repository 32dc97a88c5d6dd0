/** A JSON object whose fields nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether something is a JSON object: no list, no null. */
export function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Whether something is a JSON object and nothing that only looks like one: blobs, files and dates are objects, too. */
export function isPlainObject(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && Object.getPrototypeOf(given) === Object.prototype;
}

/** The words of an unchecked field, trimmed; empty for whatever holds none. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}
