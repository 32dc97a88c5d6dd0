const KEY = /^(?:[A-Za-z0-9_-]+\/){0,4}[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:webp|part)$/;

/**
 * The last line of defense. Whatever a caller let through, a key consists of folders and a name of plain characters, so it cannot
 * escape the folder or bucket it is joined to.
 * @throws RangeError
 */
export function assertStorageKey(key: string): void {
  if (key.length > 300 || !KEY.test(key)) throw new RangeError("not a storage key");
}
