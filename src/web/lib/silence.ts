import type { Standing } from "./reachability.ts";
import { AnsweredByOther, askServer } from "./ask-server.ts";
import { isServerReachable, reportUnreachable, subscribeToReachability } from "./reachability.ts";

// A signal that accepts and never answers. A slow server is not a silent one: after a while without an answer the server is asked
// whether it is there at all, and only when that stays without an answer, too, is the call given up.

/** Milliseconds without an answer before that is asked, and how long it may take. Together: the longest any screen waits. */
const DOUBT_AFTER_MS = 1000;
const SIGN_OF_LIFE_MS = 2800;
/** `getHealth` of the contract, which brings its schemas along; it never waits for anything. */
const HEALTH = "/api/health";

let asking: Promise<void> | null = null;

export interface Watch {
  /** Aborted, as by a time limit, when the server is silent. */
  signal: AbortSignal;
  /** The answer has come, or nobody waits for it any more. */
  stop: () => void;
}

/** Watches a call that begins now. @param givesUp whether the call ends when the server turns out to be silent */
export function watchForSilence(givesUp: boolean): Watch {
  const limit = new AbortController();
  const giveUp = () => limit.abort(new DOMException("The server is silent.", "TimeoutError"));
  let timer = setTimeout(look, DOUBT_AFTER_MS);
  const unsubscribe = subscribeToReachability(() => {
    if (givesUp && isDoubted && !isServerReachable()) giveUp();
  });
  let isDoubted = false;

  function look(): void {
    isDoubted = true;
    // Who asks a server that is known to be away has its answer in the same time.
    if (!isServerReachable()) timer = setTimeout(() => givesUp && giveUp(), SIGN_OF_LIFE_MS);
    else void signOfLife().then(lookAgain);
  }
  function lookAgain(): void {
    if (!isOver) timer = setTimeout(look, DOUBT_AFTER_MS);
  }
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
  return { signal: limit.signal, stop };
}

/** One question for all that wait. */
function signOfLife(): Promise<void> {
  asking ??= askServer(HEALTH, { signal: AbortSignal.timeout(SIGN_OF_LIFE_MS), credentials: "omit" })
    .then(
      (answer) => void answer.body?.cancel().catch(() => undefined),
      (error: unknown) => reportUnreachable(metBy(error)),
    )
    .finally(() => {
      asking = null;
    });
  return asking;
}

function metBy(error: unknown): Exclude<Standing, "reachable"> {
  return error instanceof AnsweredByOther && error.isPortal ? "portal" : "silent";
}
