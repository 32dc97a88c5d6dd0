import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type TransferPart, importCommunity } from "#shared/features/transfer/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

export interface TransferOrder {
  communityId: string;
  file: File;
  part: TransferPart;
  mode: "preview" | "import";
  leaveOut: boolean;
  /** Pseudonyms of admins who would lose the role through the file. */
  demote: readonly string[];
}

/** Download URL of a part of the community. */
export function exportAddress(communityId: string, part: TransferPart, format: "csv" | "json"): string {
  const query = new URLSearchParams({ part, format });
  return `/api/loobricates/${encodeURIComponent(communityId)}/export?${query.toString()}`;
}

export function useTransferImport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ communityId, leaveOut, demote, ...order }: TransferOrder) =>
      call(importCommunity, {
        params: { communityId },
        body: { ...order, demote: demote.join("\n"), ...(leaveOut ? { leaveOut: "true" as const } : {}) },
      }),
    onSuccess: async (report) => {
      if (report.isImported) await queries.invalidateQueries();
    },
  });
}
