/** Joins CSS class names; a condition that does not hold may hand in `false`, `null` or `undefined`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
