import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isPassing } from "./api-client.ts";
import { isLineHanging, isServerReachable, subscribeToReachability } from "./reachability.ts";

/** Milliseconds: within it a view is shown again without asking the server. */
const FRESH_FOR = 30_000;
/** Milliseconds: how long a view nobody looks at stays in memory. */
const KEPT_FOR = 60 * 60 * 1000;
const RETRIES = 2;
/** Milliseconds, doubled with each try: who has no signal hears why within a second. */
const RETRY_AFTER = 300;

/** The database comes after the first paint, with the first question. */
const keeper = () => import("#web/offline/copy/query-storage.ts");

/** Reads survive a reload without signal, and are asked for again when the server can be reached again. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) =>
    subscribeToReachability(() => setOnline(isServerReachable())),
  );
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR,
        gcTime: KEPT_FOR,
        // The browser's own idea of being online is wrong on a camp's Wi-Fi: asking is the only way to know.
        networkMode: "always",
        refetchOnReconnect: true,
        persister: async (...call) => (await keeper()).persister(...call),
        retryDelay: (failures) => RETRY_AFTER * 2 ** failures,
        retry: (failures, error) => failures < RETRIES && isPassing(error) && !isLineHanging(),
      },
      mutations: { networkMode: "always" },
    },
  });
}
