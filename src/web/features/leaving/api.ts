import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteAccount, exportAccount } from "#shared/features/leaving/contract.ts";
import { passkeySignInOptions } from "#shared/features/account/contract.ts";
import { call, send } from "#web/lib/server/api-client.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { askForPasskey } from "#web/features/account/passkey.ts";
import { becomeGuest } from "#web/features/account/become-guest.ts";
import { LEAVING } from "#web/features/account/session.ts";
import { discard, listOperations } from "#web/offline/outbox/outbox.ts";

/** Exports all data of the user as a file on this device. */
export function useExportAccount() {
  return useMutation({
    mutationFn: async () => {
      const response = await send(exportAccount, {});
      const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
      saveFile(name ?? "looby.zip", await response.blob());
    },
  });
}

/** Deletes the account, authorized by a password, or by a passkey when it is `null`. Queued writes on this device are deleted, too. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: LEAVING,
    mutationFn: async (password: string | null) => {
      return await call(deleteAccount, {
        body: password === null ? { credential: await confirmByPasskey() } : { password },
      });
    },
    onSuccess: async () => {
      const operations = await listOperations().catch(() => []);
      for (const { id } of operations) await discard(id).catch(() => undefined);
      await becomeGuest(client);
      showToast({ kind: "done", text: "Your account and everything of yours here is deleted." });
    },
  });
}

async function confirmByPasskey(): Promise<Record<string, unknown>> {
  return await askForPasskey(await call(passkeySignInOptions, { body: {} }));
}
