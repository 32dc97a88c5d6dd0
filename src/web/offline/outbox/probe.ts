import { getHealth } from "#shared/features/settings/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isServerReachable, reachability, untilNextTrial } from "#web/lib/server/reachability.ts";

/** Milliseconds after which an unanswered probe is given up. */
const PATIENCE_MS = 4000;

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
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await call(getHealth, {}, { signal, endsInSilence: false }).catch(() => undefined);
}
