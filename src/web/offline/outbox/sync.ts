import { untilNextAttempt } from "#shared/outbox/operation.ts";
import { isServerReachable, subscribeToReachability } from "#web/lib/server/reachability.ts";
import { startProbing } from "./probe.ts";
import { onChange } from "../changes.ts";
import { listOperations, wake } from "./outbox.ts";
import { drain } from "./sender.ts";

/** After a failure of the database. */
const PAUSE_MS = 5000;

/**
 * Sends what is kept, now and for as long as the page lives: when something is kept, when its time has come, when the server
 * can be reached again, and when the page comes to the front.
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
    // A drain under way sees by itself what is added.
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

  /** A browser that keeps nothing has nothing to send either. */
  const replan = () => void plan().catch(() => undefined);
  const hurry = () =>
    void wake()
      .then(plan)
      .catch(() => undefined);

  onChange(replan);
  subscribeToReachability(() => {
    if (isServerReachable()) hurry();
  });
  const look = () => {
    if (document.visibilityState !== "visible") return;
    hurry();
  };
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  startProbing();
  // A page that was just opened is news, too: what failed long ago is tried now, in the order it was made.
  hurry();
}
