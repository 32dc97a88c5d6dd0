const KEY = "looby.surveys-seen";

/** Those of the surveys this device has not offered before. */
export function freshSurveys<T extends { id: string }>(surveys: readonly T[]): T[] {
  const seen = new Set(read());
  return surveys.filter(({ id }) => !seen.has(id));
}

/** These are not offered again by themselves. */
export function rememberSurveys(surveys: readonly { id: string }[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(surveys.map(({ id }) => id)));
  } catch {
    // A browser that keeps nothing offers them again.
  }
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
