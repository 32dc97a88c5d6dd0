import { getHealth } from "#shared/features/settings/contract.ts";
import { untilNextAttempt } from "#shared/outbox/operation.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isServerReachable, reachability, untilNextTrial } from "#web/lib/server/reachability.ts";
import { onChange } from "../changes.ts";
import { listOperations, wake } from "./outbox.ts";
import { drain } from "./sender.ts";

/** Milliseconds to wait after a failure of the database. */
const PAUSE_MS = 5000;
/** Milliseconds after which an unanswered probe is given up. */
const PROBE_PATIENCE_MS = 4000;

/**
 * Sends the queue now and for the lifetime of the page: when an operation is queued or due, when the server can be reached again, and when
 * the page becomes visible.
 */
export function startSending(): void {
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
  // Opening the page counts as a change, too: operations that failed long ago are retried now, in the order they were made.
  hurry();
}

/** Probes an unreachable server while the page is visible, as often as the shared limit of calls allows. */
export function startProbing(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    if (isServerReachable() || document.visibilityState !== "visible") return;
    timer = setTimeout(() => void probe().then(plan), untilNextTrial());
  };
  reachability.subscribe(plan);
  addEventListener("online", plan);
  document.addEventListener("visibilitychange", plan);
  // The page's first calls may have failed before this module was loaded.
  plan();
}

/** The call itself updates the reachability. */
async function probe(): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_PATIENCE_MS);
  await call(getHealth, {}, { signal, endsInSilence: false }).catch(() => undefined);
}
