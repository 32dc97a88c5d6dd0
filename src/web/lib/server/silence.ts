import { askServer } from "./ask-server.ts";
import { isServerReachable, lastHeardAt, reportReachable, reportUnreachable } from "./reachability.ts";

// A line may accept every call and answer none. A slow server is not a silent one: when a call has no answer after a while, a tiny
// call asks whether the server is there at all. The line counts as hanging only when that one stays unanswered, too.

/** In milliseconds: when to ask that, and how long its answer may take. Together they are the longest any screen waits. */
const DOUBT_AFTER_MS = 800;
const SIGN_OF_LIFE_MS = 2200;
/** The path of `getHealth`, whose contract would bring its schemas along. The server answers it without waiting for anything. */
const HEALTH = "/api/health";

let looking: Promise<void> | null = null;

/**
 * Watches a call that begins now.
 * @param onSilence the server cannot be reached; may be called again
 * @returns ends the watch
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

/** Asks whether the server is there and reports it; callers that ask at the same time share one call. Never rejects. */
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
    await (await askServer(HEALTH, { signal: limit, credentials: "omit" })).text();
    reportReachable();
  } catch {
    // Refused, or answered by something else: the next call tells which.
    if (!limit.aborted) reportUnreachable("silent");
    // The browser sends a few calls at a time: this one may have queued behind others that were answered.
    else if (lastHeardAt() < from) reportUnreachable("silent", true);
  }
}
