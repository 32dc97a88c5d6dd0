import { useSyncExternalStore } from "react";
import type { CopySummary } from "./local-copy.ts";

/** How the local copy of the person on this phone stands. */
export interface CopyState {
  isRunning: boolean;
  /** When it was last renewed, in milliseconds since the epoch; null: never, or not known yet. */
  at: number | null;
  summary: CopySummary | null;
}

let state: CopyState = { isRunning: false, at: null, summary: null };
const listeners = new Set<() => void>();

export function useCopyState(): CopyState {
  return useSyncExternalStore(subscribe, readCopyState);
}

export function readCopyState(): CopyState {
  return state;
}

export function showCopyState(next: CopyState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The person, or their browser, wants to save data. Not every browser tells. */
export function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
