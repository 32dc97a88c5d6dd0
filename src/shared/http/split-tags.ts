/** Tags as people type them: cut at commas, trimmed, empties and repeats (in any case) gone. */
export function splitTags(given: string | readonly string[]): string[] {
  const parts = (typeof given === "string" ? [given] : given).flatMap((part) => part.split(","));
  const seen = new Map<string, string>();
  for (const part of parts) {
    const tag = part.trim();
    if (tag !== "" && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}
