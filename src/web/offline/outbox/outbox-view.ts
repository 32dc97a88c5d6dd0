import { useSyncExternalStore } from "react";
import type { Bundle } from "#shared/outbox/operation.ts";
import type { WaitingOfOther } from "#shared/outbox/others.ts";
import type { QueuedOperation } from "./outbox.ts";

/** What this device keeps for the person on it, oldest first. */
export interface OutboxView {
  kept: readonly QueuedOperation[];
  bundles: readonly Bundle[];
  /** Ids of what the server got since this page was opened. */
  sent: ReadonlySet<string>;
  /** What waits here for people who are not on this device now. */
  others: readonly WaitingOfOther[];
  /** Recordings of the person that are not in words yet. */
  recordings: number;
  /** Whether this browser has said what it keeps; until then, and where it keeps nothing, nobody knows what waits. */
  isKnown: boolean;
}

// Filled by follow-outbox.ts once it is loaded: the first paint needs no database.
let view: OutboxView = {
  kept: [],
  bundles: [],
  sent: new Set(),
  others: [],
  recordings: 0,
  isKnown: false,
};
const listeners = new Set<() => void>();

export function useOutbox(): OutboxView {
  return useSyncExternalStore(subscribeToOutbox, readOutbox);
}

export function readOutbox(): OutboxView {
  return view;
}

export function showOutbox(next: OutboxView): void {
  view = next;
  for (const listener of listeners) listener();
}

/** Calls back after every change of the view. */
export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
