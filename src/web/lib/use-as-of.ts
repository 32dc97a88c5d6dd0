import { useServerReachable } from "./server/use-server-reachable.ts";

/**
 * The time of a query's last answer, while the server cannot be reached; null while it can, or when there is no answer.
 * @returns milliseconds since the epoch
 */
export function useAsOf({ dataUpdatedAt }: { dataUpdatedAt: number }): number | null {
  const isReachable = useServerReachable();
  return isReachable || dataUpdatedAt === 0 ? null : dataUpdatedAt;
}
