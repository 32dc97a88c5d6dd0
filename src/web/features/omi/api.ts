import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { getOmiLink } from "#shared/features/omi/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Whether the account is linked to Omi, with its queued writes. */
export const omiLinkQuery = queryOptions({
  queryKey: ["omi", "link"],
  queryFn: async ({ signal }) => call(getOmiLink, {}, { signal }),
  meta: { isStored: false },
});

/** Opens the settings, where the user connects Omi. On a server without Omi, shows a message. */
export function useConnectOmi(openSettings: () => void): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const link = await client.ensureQueryData(omiLinkQuery).catch(() => null);
    if (link?.isAvailable === false)
      showToast({ kind: "info", text: "Omi cannot be connected here: this server has no Omi app." });
    else openSettings();
  };
}

/** Formats a duration in words: "2 minutes". */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}
