/** One part of a queued write: text, or a file. */
export interface Content {
  /** The field's path: `location.address`. */
  field: string;
  value: string | Blob;
}

/**
 * The contents of a queued body, field by field and unabridged, whatever version of the app created it. `ResultOf` marks and empty fields
 * are omitted.
 */
export function contentsOf(body: unknown): Content[] {
  return partsOf(body, "");
}

/** For example "340 kB" or "1.1 MB". */
export function sizeInWords(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** For example "photo.webp, 340 kB". */
export function describeFile(file: Blob): string {
  const name = "name" in file && typeof file.name === "string" && file.name !== "" ? file.name : "A file";
  return `${name}, ${sizeInWords(file.size)}`;
}

function partsOf(value: unknown, field: string): Content[] {
  if (value instanceof Blob) return [{ field, value }];
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "string") return [{ field, value }];
  if (typeof value === "number" || typeof value === "boolean") return [{ field, value: String(value) }];
  if (typeof value !== "object") return [];
  if ("$resultOf" in value) return [];
  const within = (key: string) => (field === "" ? key : `${field}.${key}`);
  // A list of texts or numbers is joined into one.
  if (Array.isArray(value) && value.every((item) => typeof item === "string" || typeof item === "number"))
    return value.length === 0 ? [] : [{ field, value: value.join(", ") }];
  const entries = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [String(index + 1), item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => partsOf(item, within(key)));
}
