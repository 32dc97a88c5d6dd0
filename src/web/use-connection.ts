import { useSyncExternalStore } from "react";
import { isServerReachable, subscribeToReachability } from "./lib/reachability.ts";
import { useOutbox } from "./offline/outbox-view.ts";
import type { Connection } from "./ui/connection-badge.tsx";

/** How this page stands with the server, and what it still has to send. */
export function useConnection(): Connection {
  const isReachable = useSyncExternalStore(subscribeToReachability, isServerReachable);
  const { bundles } = useOutbox();
  const stuck = bundles.filter(({ state }) => state !== "queued").length;
  if (stuck > 0) return { state: "stuck", count: stuck };
  if (!isReachable) return { state: "offline", waiting: bundles.length };
  if (bundles.length === 0) return { state: "online" };
  // A first try that has not failed is on its way.
  const isSending = bundles.every(({ problem }) => problem === null);
  return { state: isSending ? "sending" : "waiting", waiting: bundles.length };
}
