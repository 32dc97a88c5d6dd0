import { useSyncExternalStore } from "react";
import { isServerReachable, subscribeToReachability } from "./server/reachability.ts";

/**
 * When a query's answer was heard, while the server cannot be asked again; null while it can, or when there is no answer.
 * @returns milliseconds since the epoch
 */
export function useAsOf({ dataUpdatedAt }: { dataUpdatedAt: number }): number | null {
  const isReachable = useSyncExternalStore(subscribeToReachability, isServerReachable);
  return isReachable || dataUpdatedAt === 0 ? null : dataUpdatedAt;
}
