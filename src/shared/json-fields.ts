/** A JSON object whose fields nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether something is a JSON object: no list, no null. */
export function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** The words of an unchecked field, trimmed; empty for whatever holds none. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}
