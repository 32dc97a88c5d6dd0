import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

export const omiContract = () => import("#shared/features/omi/contract.ts");

/** Whether the account is linked to Omi, with its queued writes. */
export const omiLinkQuery = queryOptions({
  queryKey: ["omi", "link"],
  queryFn: async ({ signal }) => call((await omiContract()).getOmiLink, {}, { signal }),
  meta: { isStored: false },
});

/** In words: "2 minutes". */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}
