// How this page and the server stand, and when it is worth asking. The browser's own idea of being online is wrong on a camp's
// Wi-Fi without internet, and on the laptop that is the server: asking is the only way to know.

/** `silent`: no answer comes. `portal`: something else answers, most likely a network that wants a sign-in first. */
export type ServerStatus = "reachable" | "silent" | "portal";

/**
 * So long, in milliseconds, nobody asks after the first call that failed, and twice as long after each that is tried then, up
 * to the longest. It holds for all callers together: each has a patience of its own, and there are dozens.
 */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A network that has asked for a sign-in may swallow other calls: what it wants stays on the screen for so long. */
const PORTAL_HOLDS_MS = 40_000;

let status: ServerStatus = "reachable";
/** The line accepts calls and answers none: every call would wait in vain. */
let isHanging = false;
/** Calls tried since the server could be reached. */
let trials = 0;
/** Milliseconds of `performance.now()`, as the next: a phone's clock may be set back by days when the signal returns. */
let nextTrialAt = 0;
let portalSeenAt = 0;
let heardAt = 0;
const listeners = new Set<() => void>();

export function serverStatus(): ServerStatus {
  return status;
}

export function isServerReachable(): boolean {
  return status === "reachable";
}

/** The line accepts calls and answers none. True until the server answers again, or the network changes. */
export function isLineHanging(): boolean {
  return isHanging;
}

/** When an answer of our server was last heard to its end, in milliseconds of `performance.now()`. */
export function lastHeardAt(): number {
  return heardAt;
}

/** An answer of our server was heard to its end. */
export function reportReachable(): void {
  trials = 0;
  heardAt = performance.now();
  change("reachable", false);
}

/** A call has met no answer, or another server's. @param hangs the line accepts calls and answers none */
export function reportUnreachable(met: Exclude<ServerStatus, "reachable">, hangs = isHanging): void {
  if (status === "reachable") pauseCalls();
  if (met === "portal") portalSeenAt = performance.now();
  const isPortalStill = status === "portal" && performance.now() - portalSeenAt < PORTAL_HOLDS_MS;
  change(isPortalStill ? "portal" : met, hangs);
}

/**
 * Whether a call may go out now. While the server cannot be reached one may from time to time, no matter whose it is, and all that a
 * person has just asked for. On a line that hangs, no call that ends in silence goes out.
 * @param endsInSilence as in `CallOptions`
 */
export function mayAsk(endsInSilence: boolean): boolean {
  if (status === "reachable") return true;
  if (isHanging && endsInSilence) return false;
  if (untilNextTrial() > 0) return isPersonActing();
  pauseCalls();
  return true;
}

/** Milliseconds until a call may go out again; 0 when one may now. */
export function untilNextTrial(): number {
  return status === "reachable" ? 0 : Math.max(0, nextTrialAt - performance.now());
}

/** There is news of the network, or the user looks at the page again: the next call goes out. */
export function tryAgainNow(): void {
  trials = 0;
  nextTrialAt = 0;
  isHanging = false;
}

/** For `useSyncExternalStore`. */
export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function pauseCalls(): void {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** trials);
  // Stretched, so that a camp's phones do not all come back at once.
  nextTrialAt = performance.now() + pause * (0.8 + Math.random() / 5);
  trials += 1;
}

function change(to: ServerStatus, hangs: boolean): void {
  if (to === status && hangs === isHanging) return;
  status = to;
  isHanging = hangs;
  for (const listener of listeners) listener();
}

/** Within a few seconds of a touch or a key; never in a worker. */
export function isPersonActing(): boolean {
  const { userActivation } = navigator as Partial<Navigator>;
  return userActivation?.isActive === true;
}

// Before any other listener of this page: those ask at once.
if (typeof document !== "undefined" && typeof addEventListener === "function") {
  addEventListener("online", tryAgainNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") tryAgainNow();
  });
}
