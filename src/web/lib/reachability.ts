// Whether the last call of this page got through. The browser's own idea of being online is wrong on a camp's Wi-Fi without
// internet, and on the laptop that is the server: asking is the only way to know.

let reachable = true;
const listeners = new Set<() => void>();

export function isServerReachable(): boolean {
  return reachable;
}

export function reportReachability(isReachable: boolean): void {
  if (isReachable === reachable) return;
  reachable = isReachable;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
