import { createAtom, type ReadonlyAtom } from "@tanstack/store";

/** A short message about something that has just happened. Use a dialog for anything that needs an answer. */
export interface ToastMessage {
  kind: "done" | "info" | "problem";
  text: string;
  /** One action, such as "Try Again". */
  action?: { label: string; run: () => void };
  /** Stays until it is closed or its action is used, like a problem. */
  isLasting?: boolean;
  /** A later toast about the same topic takes its place. */
  topic?: string;
}

/** Milliseconds. A problem stays until it is closed. */
const SHOWN_FOR = 3000;
/** Milliseconds. Three seconds are too short to reach an action. */
const SHOWN_WITH_ACTION_FOR = 10_000;

const pending = createAtom<readonly ToastMessage[]>([]);
/** Toasts that no region has taken over yet. */
export const pendingToasts: ReadonlyAtom<readonly ToastMessage[]> = pending;

/** Shows a toast from anywhere. The region that renders it is loaded with the first toast. */
export function showToast(message: ToastMessage): void {
  pending.set((before) => [...before, message]);
}

/** Milliseconds until a toast closes by itself; 0 means it stays. */
export function toastTimeout(message: ToastMessage): number {
  if (message.kind === "problem" || message.isLasting === true) return 0;
  return message.action === undefined ? SHOWN_FOR : SHOWN_WITH_ACTION_FOR;
}

/** Hands the pending toasts to the region and empties the queue. */
export function takeToasts(): readonly ToastMessage[] {
  const taken = pending.get();
  if (taken.length > 0) pending.set([]);
  return taken;
}
