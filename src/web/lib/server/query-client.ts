import { onlineManager, QueryClient } from "@tanstack/react-query";
import { pageShown } from "../page-shown.ts";
import { ApiError, isPassing } from "./api-error.ts";
import { isLineHanging, isServerReachable, reachability } from "./reachability.ts";

/** Milliseconds during which a view is shown again without a request. */
const FRESH_FOR = 30_000;
/** Milliseconds an unused query result stays in memory. */
const CACHE_FOR = 60 * 60 * 1000;
const RETRIES = 2;
/** Milliseconds, doubled with each retry: an offline user sees the reason within a second. */
const RETRY_AFTER = 300;

/** The longest refusal after which a request is repeated by itself. */
const SHORT_REFUSAL_S = 5;

/** The database is loaded with the first query, after the first paint. */
const keeper = () => import("#web/offline/copy/query-storage.ts");

/** Creates the query client. Results survive a reload offline, and are refetched when the server can be reached again. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(
    (setOnline) => reachability.subscribe(() => setOnline(isServerReachable())).unsubscribe,
  );
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR,
        gcTime: CACHE_FOR,
        // The browser's own online state is wrong on a camp's Wi-Fi without internet. Only a request shows whether the server can be
        // reached.
        networkMode: "always",
        refetchOnReconnect: true,
        persister: async (...call) => {
          await pageShown;
          return (await keeper()).persister(...call);
        },
        retryDelay: (failures, error) => turnAfter(error) ?? RETRY_AFTER * 2 ** failures,
        retry: (failures, error) =>
          failures < RETRIES && (turnAfter(error) !== null || (isPassing(error) && !isLineHanging())),
      },
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * Milliseconds until a request that waited for its turn in vain may be repeated. A new phone on a busy network would otherwise show the
 * refusal. Null for any other error.
 */
function turnAfter(error: unknown): number | null {
  const isRefused = error instanceof ApiError && error.code === "too-many-requests";
  const seconds = isRefused ? (error.retryAfter ?? Infinity) : Infinity;
  return seconds <= SHORT_REFUSAL_S ? seconds * 1000 : null;
}
