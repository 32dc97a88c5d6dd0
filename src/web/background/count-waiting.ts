import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { countWaiting } from "#shared/features/lending/waiting.ts";
import { lendingQueries } from "#web/features/lending/api.ts";
import { waitingCount } from "#web/lib/waiting.ts";

/** Keeps the number beside "You" up to date for a signed-in user. @param end the user has left */
export function followWaiting(client: QueryClient, end: AbortSignal): void {
  if (end.aborted) return;
  const observer = new QueryObserver(client, lendingQueries.mine());
  const stop = observer.subscribe(({ data }) => waitingCount.set(countWaiting(data ?? [], new Date())));
  end.addEventListener("abort", () => {
    stop();
    waitingCount.set(0);
  });
}
