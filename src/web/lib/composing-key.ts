/**
 * Whether a key belongs to an input method, which composes words of Japanese, Chinese, Korean or with accents. The page must ignore it.
 * Safari ends the composition before its last key and marks that key only by the code 229.
 */
export function isComposingKey({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}
