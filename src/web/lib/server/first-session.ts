import { getSession } from "#shared/features/account/contract.ts";
import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";
import { announceSignOut } from "./announce-sign-out.ts";
import { isNoted, SESSION_NOTE, SIGN_OUT_NOTE, writeNote } from "./session-note.ts";

// A browser without a session gets one with the response to its first call. Two concurrent first calls would create two sessions. The
// browser stores only one cookie, so writes made in the other session would be lost to the user. So a write waits until there is a session.

/** Limit in milliseconds, so that a silent connection does not delay a write or another tab forever. */
const PATIENCE_MS = 8_000;
/** Lock by which tabs take turns to open a session. */
const LOCK = "looby-first-session";

let opening: Promise<void> | null = null;
/** Used where the browser has no localStorage. Always true in workers, which only send writes made by users. */
let isOpen = typeof localStorage === "undefined";

/** Sends a call; without a session, a write waits for one first. @param ask `fetch` */
export async function inSession(
  endpoint: Endpoint,
  { url, init }: { url: string; init: RequestInit },
  ask: typeof fetch,
): Promise<Response> {
  if (isNoted(SIGN_OUT_NOTE)) {
    await announceSignOut(ask);
    writeNote(SIGN_OUT_NOTE, false);
    note(false);
  }
  if (hasSession()) return await ask(url, init);
  if (endpoint.id === getSession.id) return await watch(inTurn(() => ask(url, init)));
  if (isWrite(endpoint)) {
    if (opening === null) watch(inTurn(() => ask(getSession.path))).catch(() => undefined);
    await Promise.race([opening, patienceOf(init.signal)]);
  }
  return await ask(url, init);
}

/** Notes that the session has ended: the next write opens a new one first. */
export function sessionEnded(): void {
  note(false);
}

/**
 * Notes that a user has signed out offline. The browser still has their cookie, which the page cannot delete, so the sign-out is sent to
 * the server before any other call. A browser without storage loses this note.
 */
export function signOutLater(): void {
  writeNote(SIGN_OUT_NOTE, true);
}

/** Runs a call that may open a session after those of the other tabs. */
async function inTurn(ask: () => Promise<Response>): Promise<Response> {
  // The types ignore plain http, where there are no locks between tabs.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return await ask();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await locks.request(LOCK, { signal }, ask);
  } catch (error) {
    if (error !== signal.reason) throw error;
    return await ask();
  }
}

/** Lets writes wait for this call. If it fails, they are sent and report their own errors. */
function watch(asked: Promise<Response>): Promise<Response> {
  opening = asked
    .then(
      ({ ok }) => ok && note(true),
      () => undefined,
    )
    .then(() => {
      opening = null;
    });
  return asked;
}

async function patienceOf(signal: AbortSignal | null | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, PATIENCE_MS);
  if (signal?.aborted === true) resolve();
  signal?.addEventListener("abort", () => resolve());
  await promise;
}

function hasSession(): boolean {
  return isOpen || isNoted(SESSION_NOTE);
}

function note(hasOne: boolean): void {
  isOpen = hasOne;
  writeNote(SESSION_NOTE, hasOne);
}
