// Notifies every tab and the worker that stored data has changed. The details are read from the database.

const channel = new BroadcastChannel("looby-outbox");
const listeners = new Set<() => void>();
channel.addEventListener("message", notifyListeners);

export function announceChange(): void {
  notifyListeners();
  channel.postMessage("changed");
}

/** Calls back after every change, made in any tab. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns whether something changed within `patienceMs` */
export function nextChange(patienceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const stop = onChange(() => resolve(true));
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
