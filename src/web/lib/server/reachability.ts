import { createAtom, type ReadonlyAtom } from "@tanstack/store";

// Whether the server can be reached, and when to call it. The browser's own online state is wrong on a camp's Wi-Fi without internet, and
// on the laptop that is the server. Only a request shows the true state.

/**
 * `silent`: no response comes. `portal`: another server responds, most likely a network that wants a sign-in first. `down`: a proxy
 * responds with an error, most likely because our server is starting.
 */
export type ServerStatus = "reachable" | "silent" | "portal" | "down";

/**
 * Milliseconds without calls after the first failed call, doubled after each further try up to the longest pause. Shared by all
 * callers: there are dozens, each with its own timer.
 */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Milliseconds for which the sign-in request stays on the screen, because a portal may swallow other calls. */
const PORTAL_HOLDS_MS = 40_000;

interface Reachability {
  status: ServerStatus;
  /** The connection accepts calls but answers none: every call would time out. */
  isHanging: boolean;
}

const line = createAtom<Reachability>(
  { status: "reachable", isHanging: false },
  { compare: (one, other) => one.status === other.status && one.isHanging === other.isHanging },
);
export const reachability: ReadonlyAtom<Reachability> = line;

/** Calls tried since the server was last reachable. */
let trials = 0;
/** Milliseconds of `performance.now()`, as are the next two: a phone's clock may be set back by days when the connection returns. */
let nextTrialAt = 0;
let portalSeenAt = 0;
let heardAt = 0;

export function serverStatus(): ServerStatus {
  return line.get().status;
}

export function isServerReachable(): boolean {
  return serverStatus() === "reachable";
}

/** Whether the connection accepts calls but answers none. True until the server answers again, or the network changes. */
export function isLineHanging(): boolean {
  return line.get().isHanging;
}

/** When the last response of our server was received completely, in milliseconds of `performance.now()`. */
export function lastResponseAt(): number {
  return heardAt;
}

/** Reports that a response of our server was received completely. */
export function reportReachable(): void {
  trials = 0;
  heardAt = performance.now();
  line.set({ status: "reachable", isHanging: false });
}

/** Reports a call without a response, or with another server's response. @param hangs the connection accepts calls but answers none */
export function reportUnreachable(met: Exclude<ServerStatus, "reachable">, hangs = isLineHanging()): void {
  if (isServerReachable()) pauseCalls();
  if (met === "portal") portalSeenAt = performance.now();
  const isPortalStill = serverStatus() === "portal" && performance.now() - portalSeenAt < PORTAL_HOLDS_MS;
  line.set({ status: isPortalStill ? "portal" : met, isHanging: hangs });
}

/**
 * Whether a call may be sent now. While the server is unreachable, one call of any caller may be sent after each pause, and every call
 * right after a user's action. On a hanging connection, calls with `endsInSilence` are never sent.
 * @param endsInSilence as in `CallOptions`
 */
export function mayAsk(endsInSilence: boolean): boolean {
  if (isServerReachable()) return true;
  if (isLineHanging() && endsInSilence) return false;
  if (untilNextTrial() > 0) return isPersonActing();
  pauseCalls();
  return true;
}

/** Milliseconds until a call may be sent again; 0 if it may be sent now. */
export function untilNextTrial(): number {
  return isServerReachable() ? 0 : Math.max(0, nextTrialAt - performance.now());
}

/** Ends the pause: the network changed or the page became visible, so the next call is sent. */
export function tryAgainNow(): void {
  trials = 0;
  nextTrialAt = 0;
  line.set(({ status }) => ({ status, isHanging: false }));
}

function pauseCalls(): void {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** trials);
  // Jitter, so that a camp's phones do not all reconnect together.
  nextTrialAt = performance.now() + pause * (0.8 + Math.random() / 5);
  trials += 1;
}

/** True for a few seconds after a touch or a key press; never in a worker. */
export function isPersonActing(): boolean {
  const { userActivation } = navigator as Partial<Navigator>;
  return userActivation?.isActive === true;
}

// Registered before the page's other listeners, which send calls at once.
if (typeof document !== "undefined" && typeof addEventListener === "function") {
  addEventListener("online", tryAgainNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") tryAgainNow();
  });
}
