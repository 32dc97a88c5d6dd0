import { useSelector } from "@tanstack/react-store";
import { reachability } from "#web/lib/server/reachability.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import type { Connection } from "#web/ui/state/connection-badge.tsx";

/** The connection to the server, and the number of writes still to be sent. */
export function useConnection(): Connection {
  const status = useSelector(reachability, (now) => now.status);
  const { bundles, others } = useOutbox();
  const stuck = bundles.filter(({ state }) => state !== "queued").length;
  // First: nothing can be sent or fixed before the sign-in.
  if (status === "portal") return { state: "portal", waiting: bundles.length };
  if (stuck > 0) return { state: "stuck", count: stuck };
  if (status === "silent") return { state: "offline", waiting: bundles.length };
  if (bundles.length === 0) return others.length === 0 ? { state: "online" } : { state: "others", others };
  // Operations whose first attempt has not failed count as being sent.
  const isSending = bundles.every(({ problem }) => problem === null);
  return { state: isSending ? "sending" : "waiting", waiting: bundles.length };
}
