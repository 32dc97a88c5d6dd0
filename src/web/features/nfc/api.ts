import { queryOptions } from "@tanstack/react-query";
import type { Resource } from "#shared/features/resources/contract.ts";
import { findTag, getTag } from "#shared/features/nfc/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { findCachedItem } from "./cached-item.ts";

/** Milliseconds after which the phone's own copy is used. */
const PATIENCE_MS = 1_500;

interface FoundItem {
  resourceId: string;
  /** This phone's copy from a list, if the server could not be reached. The server may have more details. */
  cached: Resource | null;
}

/** Keys begin with the feature's name, so that the outbox refetches them after sending; see `offline/start-offline.ts`. */
export const nfcQueries = {
  /** The item with this code, from the server or from this phone's copy. */
  item: (code: string) =>
    queryOptions({
      queryKey: ["nfc", "item", code],
      queryFn: async ({ signal }): Promise<FoundItem> => {
        try {
          const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
          const { resourceId } = await call(findTag, { params: { code } }, { signal: inTime });
          return { resourceId, cached: null };
        } catch (error) {
          if (signal.aborted || (error instanceof ApiError && error.code !== "unreachable")) throw error;
          const found = await findCachedItem(code);
          if (found !== null) return found;
          throw error instanceof ApiError ? error : new ApiError("unreachable", 0, NO_COPY);
        }
      },
    }),
  /** For users who are allowed to tag it. */
  tagOf: (entryId: string) =>
    queryOptions({
      queryKey: ["nfc", "tag-of", entryId],
      queryFn: async ({ signal }) => call(getTag, { params: { entryId } }, { signal }),
    }),
};

const NO_COPY = "No signal: Looby's server cannot be reached right now.";
