/** Who everybody may talk to. Stored in threads, so it never changes, whatever the product is called. */
export const BASE_COMPANION = "base-looby";

/** The base companion goes by two ids. */
export function isBaseCompanion(companionId: string): boolean {
  return companionId === BASE_COMPANION || companionId === "looby";
}
