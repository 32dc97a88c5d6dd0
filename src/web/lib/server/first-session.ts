import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";

// A browser without a session gets one with the answer to whatever it asks first. Two calls on their way at once get two, and the
// browser keeps one: what was written in the other would be nobody's. So nothing is written before a session is there.

/** `getSession` of the account's contract, which brings its schemas along. */
const SESSION = { id: "account.session", path: "/api/account/session" };
const NOTE = "looby.has-session";
const SIGN_OUT_NOTE = "looby.signs-out";
/** On a line that is silent a write is not held back for ever. */
const PATIENCE_MS = 8_000;

let opening: Promise<void> | null = null;
/** Where the browser keeps no note; workers only send what a user has made. */
let isOpen = typeof localStorage === "undefined";

/** Makes a call; a write waits for the session of a browser that has none. @param ask `fetch` */
export async function inSession(
  endpoint: Endpoint,
  { url, init }: { url: string; init: RequestInit },
  ask: typeof fetch,
): Promise<Response> {
  if (isNoted(SIGN_OUT_NOTE)) {
    await (await import("./tell-sign-out.ts")).tellSignOut(ask);
    write(SIGN_OUT_NOTE, false);
    note(false);
  }
  if (hasSession()) return await ask(url, init);
  if (endpoint.id === SESSION.id) return await watch(ask(url, init));
  if (isWrite(endpoint)) {
    if (opening === null) watch(ask(SESSION.path)).catch(() => undefined);
    await Promise.race([opening, patienceOf(init.signal)]);
  }
  return await ask(url, init);
}

/** The session has ended: before anything is written the next one is opened. */
export function sessionEnded(): void {
  note(false);
}

/**
 * A user has signed out without a signal. The browser still has their cookie, which the page cannot delete, so nothing is
 * asked of the server before it has heard of it. A browser that keeps nothing forgets this.
 */
export function signOutLater(): void {
  write(SIGN_OUT_NOTE, true);
}

/** Others wait for this call. It may fail: then they hear for themselves why. */
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
  return isOpen || isNoted(NOTE);
}

function note(hasOne: boolean): void {
  isOpen = hasOne;
  write(NOTE, hasOne);
}

function isNoted(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function write(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, "1");
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: it holds as long as the page.
  }
}
