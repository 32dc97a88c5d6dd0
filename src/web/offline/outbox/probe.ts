import { getHealth } from "#shared/features/settings/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isServerReachable, subscribeToReachability, untilNextTrial } from "#web/lib/server/reachability.ts";

/** Milliseconds after which a question that gets no answer is given up. */
const PATIENCE_MS = 4000;

/** Looks for a server that could not be reached, as often as anybody may ask it, while the user looks at the page. */
export function startProbing(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    if (isServerReachable() || document.visibilityState !== "visible") return;
    timer = setTimeout(() => void probe().then(plan), untilNextTrial());
  };
  subscribeToReachability(plan);
  addEventListener("online", plan);
  document.addEventListener("visibilitychange", plan);
  // The page's first calls may have met no answer before this was loaded.
  plan();
}

/** The call itself tells the page whether the server can be reached. */
async function probe(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await call(getHealth, {}, { signal, endsInSilence: false }).catch(() => undefined);
}
