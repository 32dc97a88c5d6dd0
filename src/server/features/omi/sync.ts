import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "#server/deps.ts";
import { pullForSome } from "./receive.ts";
import { sendDue } from "./send.ts";

const LOOK_EVERY_MS = 30_000;

/** Sends waiting writes to Omi and fetches new objects, until the signal aborts. */
export async function syncOmi(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.omi === null) return;
  while (!signal.aborted) {
    try {
      // Handled items are no longer due, so both loops end.
      while (!signal.aborted && (await sendDue(deps)) > 0);
      while (!signal.aborted && (await pullForSome(deps)) > 0);
    } catch (error) {
      deps.log.error({ err: error }, "Omi was not looked after; it is tried again");
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
