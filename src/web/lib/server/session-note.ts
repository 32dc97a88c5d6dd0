/** This device has, or had, a session. */
export const SESSION_NOTE = "looby.has-session";
/** A user has signed out offline, and the sign-out has not been sent to the server. */
export const SIGN_OUT_NOTE = "looby.signs-out";

/** Whether this device has the note; always false without storage. */
export function isNoted(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Without storage, the note lasts as long as the page. Each session has another value: see index.html. */
export function writeNote(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, localStorage.getItem(key) ?? String(Date.now()));
    else localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
