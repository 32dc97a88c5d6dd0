import { queryOptions } from "@tanstack/react-query";
import { measureDevice } from "#web/offline/device-use.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";

/** What this device keeps; asked of the browser, not of the server. */
export const deviceQuery = queryOptions({
  queryKey: ["device"],
  queryFn: measureDevice,
  staleTime: 0,
  meta: { isStored: false },
});

/** How many recordings of this person are not in words yet. */
export const unsentRecordingsQuery = queryOptions({
  queryKey: ["device", "recordings"],
  queryFn: async () => (await listUnsent().catch(() => [])).length,
  staleTime: 0,
  meta: { isStored: false },
});
