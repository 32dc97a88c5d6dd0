/** The companion all users may talk to. Its id is stored in threads, so it never changes, whatever the product's name. */
export const BASE_COMPANION = "base-looby";

/** The id under which a companion is stored. The base companion has two ids. */
export function storedCompanionId(companionId: string): string {
  return isBaseCompanion(companionId) ? BASE_COMPANION : companionId;
}

/** Whether an id is one of the base companion's two ids. */
export function isBaseCompanion(companionId: string): boolean {
  return companionId === BASE_COMPANION || companionId === "looby";
}
