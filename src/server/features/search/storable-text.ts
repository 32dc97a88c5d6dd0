/** Text that Postgres accepts: no NUL, no half of a surrogate pair. */
export function storable(text: string, mostCharacters: number): string {
  return text.replaceAll("\u0000", " ").slice(0, mostCharacters).toWellFormed();
}
