const KEY = "looby.surveys-seen";

/** Surveys this device has not offered before. */
export function freshSurveys<T extends { id: string }>(surveys: readonly T[]): T[] {
  const seen = new Set(read());
  return surveys.filter(({ id }) => !seen.has(id));
}

/** Notes surveys that are not to be offered again. */
export function rememberSurveys(surveys: readonly { id: string }[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(surveys.map(({ id }) => id)));
  } catch {
    // A browser without storage offers them again.
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
