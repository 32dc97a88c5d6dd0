import { signOut } from "#shared/features/account/contract.ts";

let telling: Promise<void> | null = null;

/**
 * Reports an offline sign-out to the server. Concurrent callers share one request.
 * @throws TypeError while the server cannot be reached, as `fetch` does
 */
export function announceSignOut(ask: typeof fetch): Promise<void> {
  telling ??= announce(ask).finally(() => {
    telling = null;
  });
  return telling;
}

async function announce(ask: typeof fetch): Promise<void> {
  const headers = { "content-type": "application/json" };
  const { ok, status } = await ask(signOut.path, { method: "POST", headers, body: "{}" });
  if (!ok && status !== 401) throw new TypeError("The server has not heard of the sign-out yet.");
}
