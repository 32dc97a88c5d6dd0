/** Of `signOut` in the account's contract, which brings its schemas along. */
const PATH = "/api/account/sign-out";

let telling: Promise<void> | null = null;

/**
 * Tells the server of a sign-out it has not heard of, once for all who ask at a time.
 * @throws TypeError while it cannot be reached, as `fetch` does
 */
export function tellSignOut(ask: typeof fetch): Promise<void> {
  telling ??= tell(ask).finally(() => {
    telling = null;
  });
  return telling;
}

async function tell(ask: typeof fetch): Promise<void> {
  const headers = { "content-type": "application/json" };
  const { ok, status } = await ask(PATH, { method: "POST", headers, body: "{}" });
  if (!ok && status !== 401) throw new TypeError("The server has not heard of the sign-out yet.");
}
