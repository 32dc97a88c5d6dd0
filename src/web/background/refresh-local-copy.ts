import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "#web/features/account/session.ts";
import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { copyState, savesData } from "#web/offline/copy/copy-state.ts";
import { readCopy } from "#web/offline/copy/local-copy.ts";
import { keepOfflineChat } from "./keep-offline-chat.ts";

/** Milliseconds after the page's start or a sign-in, so that the user's own requests are sent first. */
const AFTER_ARRIVAL_MS = 5000;
/** Minimum interval between two renewals, in milliseconds. */
const RENEW_EVERY_MS = 15 * 60_000;
/** Pause after a failure, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Refreshes the local copy of this device's user until the page is closed: a few seconds after the start or a sign-in, then every quarter
 * of an hour while the page is visible and the server is reachable. Never automatic while data saving is on.
 */
export function refreshLocalCopy(client: QueryClient): void {
  let person: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedAt = 0;

  async function plan(): Promise<void> {
    clearTimeout(timer);
    if (person === null) return;
    const copy = await readCopy("synced");
    copyState.set((before) => ({ ...before, at: copy?.at ?? null, summary: copy?.data ?? null }));
    const due = Math.max(
      (copy?.at ?? 0) + RENEW_EVERY_MS,
      failedAt + PAUSE_MS,
      Date.now() + AFTER_ARRIVAL_MS,
    );
    clearTimeout(timer);
    timer = setTimeout(tick, due - Date.now());
  }

  function tick(): void {
    // The next run is planned when the page becomes visible or the connection returns.
    if (document.visibilityState !== "visible" || !isServerReachable() || savesData()) return;
    whenIdle(() => {
      void renewNow(client).then((isRenewed) => {
        if (!isRenewed) failedAt = Date.now();
        replan();
      });
    });
  }

  const replan = () => void plan().catch(() => undefined); // the browser blocks storage
  const follow = () => {
    const now = client.getQueryData(sessionQuery.queryKey)?.userId ?? null;
    if (now === person) return;
    person = now;
    copyState.set({ isRunning: false, at: null, summary: null });
    replan();
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === "account") follow();
  });
  reachability.subscribe(replan);
  document.addEventListener("visibilitychange", replan);
  keepOfflineChat();
  follow();
}

let running: Promise<boolean> | null = null;

/** Renews the copy now, on any connection. Concurrent calls share one run. @returns whether the whole copy was fetched */
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
  copyState.set((before) => ({ ...before, isRunning: true }));
  try {
    const { renewLocalCopy } = await import("./renew-local-copy.ts");
    await renewLocalCopy(client, person, end.signal);
    const copy = await readCopy("synced");
    copyState.set((before) => ({ ...before, at: copy?.at ?? null, summary: copy?.data ?? null }));
    return copy !== null;
  } catch {
    return false; // offline, another user, or no storage: the stored copy is unchanged
  } finally {
    stop();
    copyState.set((before) => ({ ...before, isRunning: false }));
  }
}
