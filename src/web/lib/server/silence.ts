import { getHealth } from "#shared/features/settings/contract.ts";
import { askServer, statusAfter } from "./ask-server.ts";
import { isServerReachable, lastResponseAt, reportReachable, reportUnreachable } from "./reachability.ts";

// A connection may accept every call but answer none. To distinguish a silent server from a slow one, a call without an answer after a
// while triggers a health check. The connection counts as hanging only if that check is not answered either.

/** Milliseconds before the health check, and for its answer. Their sum is the longest any screen waits. */
const DOUBT_AFTER_MS = 800;
const SIGN_OF_LIFE_MS = 2200;

let looking: Promise<void> | null = null;

/**
 * Watches a call that starts now.
 * @param onSilence called when the server cannot be reached; may be called again
 * @returns a function that ends the watch
 */
export function watchForSilence(onSilence: () => void): () => void {
  let isOver = false;
  const timer = setInterval(() => {
    void lookForServer().then(() => {
      if (!isOver && !isServerReachable()) onSilence();
    });
  }, DOUBT_AFTER_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/** Checks whether the server answers and reports the result. Concurrent callers share one request. Never rejects. */
export function lookForServer(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

async function look(): Promise<void> {
  const from = performance.now();
  const limit = AbortSignal.timeout(SIGN_OF_LIFE_MS);
  try {
    await (await askServer(getHealth.path, { signal: limit, credentials: "omit" })).text();
    reportReachable();
  } catch (cause) {
    if (!limit.aborted) reportUnreachable(statusAfter(cause));
    // The browser limits concurrent calls: this one may have been queued behind answered ones.
    else if (lastResponseAt() < from) reportUnreachable("silent", true);
  }
}
