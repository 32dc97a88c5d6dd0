import { useSyncExternalStore } from "react";
import { serverStatus, subscribeToReachability } from "#web/lib/server/reachability.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import type { Connection } from "#web/ui/state/connection-badge.tsx";

/** How this page stands with the server, and what it still has to send. */
export function useConnection(): Connection {
  const status = useSyncExternalStore(subscribeToReachability, serverStatus);
  const { bundles, others } = useOutbox();
  const stuck = bundles.filter(({ state }) => state !== "queued").length;
  // Before anything else can be done about what waits.
  if (status === "portal") return { state: "portal", waiting: bundles.length };
  if (stuck > 0) return { state: "stuck", count: stuck };
  if (status === "silent") return { state: "offline", waiting: bundles.length };
  if (bundles.length === 0) return others.length === 0 ? { state: "online" } : { state: "others", others };
  // A first try that has not failed is on its way.
  const isSending = bundles.every(({ problem }) => problem === null);
  return { state: isSending ? "sending" : "waiting", waiting: bundles.length };
}
