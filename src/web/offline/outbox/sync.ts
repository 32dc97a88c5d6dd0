import { untilNextAttempt } from "#shared/outbox/operation.ts";
import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { startProbing } from "./probe.ts";
import { onChange } from "../changes.ts";
import { listOperations, wake } from "./outbox.ts";
import { drain } from "./sender.ts";

/** Milliseconds to wait after a failure of the database. */
const PAUSE_MS = 5000;

/**
 * Sends the queue now and for as long as the page lives: when something is queued, when an operation is due, when the server
 * can be reached again, and when the page becomes visible.
 */
export function startSync(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  async function plan(): Promise<void> {
    const wait = untilNextAttempt(await listOperations(), Date.now());
    clearTimeout(timer);
    if (wait !== null) timer = setTimeout(() => void send(), wait);
  }

  async function send(): Promise<void> {
    // A running drain picks up new operations itself.
    if (isSending) return;
    isSending = true;
    let pauseMs = 0;
    await drain().catch(() => {
      pauseMs = PAUSE_MS;
    });
    isSending = false;
    if (pauseMs === 0) replan();
    else timer = setTimeout(() => void send(), pauseMs);
  }

  /** A browser without storage has nothing to send. */
  const replan = () => void plan().catch(() => undefined);
  const hurry = () =>
    void wake()
      .then(plan)
      .catch(() => undefined);

  onChange(replan);
  reachability.subscribe(() => {
    if (isServerReachable()) hurry();
  });
  const look = () => {
    if (document.visibilityState !== "visible") return;
    hurry();
  };
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  startProbing();
  // Opening the page counts as a change, too: operations that failed long ago are tried now, in the order they were made.
  hurry();
}
