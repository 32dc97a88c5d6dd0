import { createAtom } from "@tanstack/store";
import type { CopySummary } from "./local-copy.ts";

/** State of the user's local copy on this phone. */
export interface CopyState {
  isRunning: boolean;
  /** Time of the last update in milliseconds since the epoch; null if never, or not known yet. */
  at: number | null;
  summary: CopySummary | null;
}

export const copyState = createAtom<CopyState>({ isRunning: false, at: null, summary: null });

/** Whether the user or the browser wants to save data. Not every browser reports this. */
export function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}
