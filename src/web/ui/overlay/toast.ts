/** A short word about something that has just happened. What needs an answer is a dialog, not a toast. */
export interface ToastMessage {
  kind: "done" | "info" | "problem";
  text: string;
  /** One thing to do about it: "Try Again". */
  action?: { label: string; run: () => void };
  /** Stays until it is closed or its action is taken, as a problem does. */
  isLasting?: boolean;
}

/** Milliseconds; a problem stays until it is closed. */
const SHOWN_FOR = 3000;
/** With an action to reach, three seconds would be a race. */
const SHOWN_WITH_ACTION_FOR = 10_000;

/** Shows a toast from anywhere. The region that paints it loads with the first one. */
export function showToast(message: ToastMessage): void {
  pending = [...pending, message];
  for (const listener of listeners) listener();
}

/** Milliseconds until it leaves by itself; 0 means it stays. */
export function toastTimeout(message: ToastMessage): number {
  if (message.kind === "problem" || message.isLasting === true) return 0;
  return message.action === undefined ? SHOWN_FOR : SHOWN_WITH_ACTION_FOR;
}

/** For `useSyncExternalStore`: what no region has taken over yet. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function pendingToasts(): readonly ToastMessage[] {
  return pending;
}

/** Hands the waiting toasts to the region, once. */
export function takeToasts(): readonly ToastMessage[] {
  const taken = pending;
  if (taken.length > 0) {
    pending = [];
    for (const listener of listeners) listener();
  }
  return taken;
}

let pending: readonly ToastMessage[] = [];
const listeners = new Set<() => void>();
