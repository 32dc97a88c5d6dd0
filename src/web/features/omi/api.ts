import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

export const omiContract = () => import("#shared/features/omi/contract.ts");

/** Whether the account is linked to Omi, with its queued writes. */
export const omiLinkQuery = queryOptions({
  queryKey: ["omi", "link"],
  queryFn: async ({ signal }) => call((await omiContract()).getOmiLink, {}, { signal }),
  meta: { isStored: false },
});

/** Opens the settings, where Omi is connected; says so where this server has none, because they have no such section then. */
export async function connectOmi(client: QueryClient, openSettings: () => void): Promise<void> {
  const link = await client.ensureQueryData(omiLinkQuery).catch(() => null); // the settings say why
  if (link?.isAvailable === false) showToast({ kind: "info", text: "This server is not connected to Omi." });
  else openSettings();
}

/** In words: "2 minutes". */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}
