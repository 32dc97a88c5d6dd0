import { queryOptions } from "@tanstack/react-query";
import { measureDevice } from "#web/offline/device-use.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";

/** Data stored on this device; read from the browser, not from the server. */
export const deviceQuery = queryOptions({
  queryKey: ["device"],
  queryFn: measureDevice,
  staleTime: 0,
  meta: { isStored: false },
});

/** Number of the user's recordings that are not transcribed yet. */
export const unsentRecordingsQuery = queryOptions({
  queryKey: ["device", "recordings"],
  queryFn: async () => (await listUnsent().catch(() => [])).length,
  staleTime: 0,
  meta: { isStored: false },
});
