// Tells every tab and the worker that what is kept on this device has changed; what changed they read from the database.

const channel = new BroadcastChannel("looby-outbox");
const listeners = new Set<() => void>();
channel.addEventListener("message", tell);

export function announceChange(): void {
  tell();
  channel.postMessage("changed");
}

/** Calls back after every change, in whichever tab it was made. */
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

/** What a form of this tab has just handed over. */
export interface Made {
  endpointId: string;
  body: unknown;
}

const makers = new Set<(made: readonly Made[]) => void>();

/** Calls back with what is stored in the outbox by this tab, once it is. */
export function onMade(listener: (made: readonly Made[]) => void): () => void {
  makers.add(listener);
  return () => makers.delete(listener);
}

export function announceMade(made: readonly Made[]): void {
  for (const listener of makers) listener(made);
}

function tell(): void {
  for (const listener of listeners) listener();
}
