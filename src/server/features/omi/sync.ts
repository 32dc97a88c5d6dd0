import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "#server/deps.ts";
import { pullForSome } from "./receive.ts";
import { sendDue } from "./send.ts";

const LOOK_EVERY_MS = 30_000;

/** Sends what waits for Omi and fetches what is new there, until the signal ends it. */
export async function syncOmi(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.omi === null) return;
  while (!signal.aborted) {
    try {
      // What is handled is due no more, so both come to an end.
      while (!signal.aborted && (await sendDue(deps)) > 0);
      while (!signal.aborted && (await pullForSome(deps)) > 0);
    } catch (error) {
      deps.log.error({ err: error }, "Omi was not looked after; it is tried again");
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
