// Separate from fields.ts, because the forms split tags, too, and need no schemas.

export const MAX_TAGS = 20;
/** UTF-16 units of one tag. */
export const MAX_TAG = 40;

/** The tags of a comma-separated text or of a list: trimmed, without empty ones and duplicates, ignoring case. */
export function splitTags(value: string | readonly string[]): string[] {
  const parts = (typeof value === "string" ? [value] : value).flatMap((part) => part.split(","));
  const seen = new Map<string, string>();
  for (const part of parts) {
    const tag = part.trim();
    if (tag !== "" && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}
