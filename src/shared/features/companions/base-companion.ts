/** Who everybody may talk to. Stored in threads, so it never changes, whatever the product is called. */
export const BASE_COMPANION = "base-looby";

/** The id a companion is stored by. The base companion goes by two. */
export function storedCompanionId(companionId: string): string {
  return isBaseCompanion(companionId) ? BASE_COMPANION : companionId;
}

/** The base companion goes by two ids. */
export function isBaseCompanion(companionId: string): boolean {
  return companionId === BASE_COMPANION || companionId === "looby";
}
