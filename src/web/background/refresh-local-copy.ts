import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "#web/features/account/session.ts";
import { isServerReachable, subscribeToReachability } from "#web/lib/server/reachability.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { readCopyState, savesData, showCopyState } from "#web/offline/copy/copy-state.ts";
import { readCopy } from "#web/offline/copy/local-copy.ts";

/** What a person came for comes first, in milliseconds. */
const AFTER_ARRIVAL_MS = 5000;
/** Nothing is renewed more often, in milliseconds. */
const RENEW_EVERY_MS = 15 * 60_000;
/** After a failure, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Keeps the local copy of the person on this phone fresh for as long as the page lives: some seconds after they came or signed
 * in, then every quarter of an hour the user looks at the page and the server can be reached; never by itself on a connection
 * that is to save data.
 */
export function refreshLocalCopy(client: QueryClient): void {
  let person: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedAt = 0;

  async function plan(): Promise<void> {
    clearTimeout(timer);
    if (person === null) return;
    const copy = await readCopy("synced");
    showCopyState({ ...readCopyState(), at: copy?.at ?? null, summary: copy?.data ?? null });
    const due = Math.max(
      (copy?.at ?? 0) + RENEW_EVERY_MS,
      failedAt + PAUSE_MS,
      Date.now() + AFTER_ARRIVAL_MS,
    );
    clearTimeout(timer);
    timer = setTimeout(tick, due - Date.now());
  }

  function tick(): void {
    // A user who comes back, and a signal that does, plan again.
    if (document.visibilityState !== "visible" || !isServerReachable() || savesData()) return;
    whenIdle(() => {
      void renewNow(client).then((isRenewed) => {
        if (!isRenewed) failedAt = Date.now();
        replan();
      });
    });
  }

  const replan = () => void plan().catch(() => undefined); // a browser that keeps nothing
  const follow = () => {
    const now = client.getQueryData(sessionQuery.queryKey)?.userId ?? null;
    if (now === person) return;
    person = now;
    showCopyState({ isRunning: false, at: null, summary: null });
    replan();
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === "account") follow();
  });
  subscribeToReachability(replan);
  document.addEventListener("visibilitychange", replan);
  follow();
}

let running: Promise<boolean> | null = null;

/** Renews the copy now, whatever the connection; one at a time. @returns whether all of it is here */
export async function renewNow(client: QueryClient): Promise<boolean> {
  running ??= renew(client).finally(() => {
    running = null;
  });
  return await running;
}

async function renew(client: QueryClient): Promise<boolean> {
  const person = client.getQueryData(sessionQuery.queryKey);
  if (person === undefined) return false;
  const end = new AbortController();
  const stop = client.getQueryCache().subscribe(() => {
    const now = client.getQueryData(sessionQuery.queryKey)?.userId;
    if (now !== person.userId) end.abort();
  });
  showCopyState({ ...readCopyState(), isRunning: true });
  try {
    const { renewLocalCopy } = await import("./renew-local-copy.ts");
    await renewLocalCopy(client, person, end.signal);
    const copy = await readCopy("synced");
    showCopyState({ ...readCopyState(), at: copy?.at ?? null, summary: copy?.data ?? null });
    return copy !== null;
  } catch {
    return false; // no signal, another user, or no storage: what is here stays
  } finally {
    stop();
    showCopyState({ ...readCopyState(), isRunning: false });
  }
}
