import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addPasskey,
  listPasskeys,
  passkeyRegistrationOptions,
  removePasskey,
  signOut,
} from "#shared/features/account/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isUnanswered } from "#web/lib/server/api-error.ts";
import { signOutLater } from "#web/lib/server/first-session.ts";
import { createPasskey } from "./passkey.ts";
import { becomeGuest } from "./become-guest.ts";
import { LEAVING } from "./session.ts";

export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).passkeys,
  meta: { isStored: false },
});

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: LEAVING,
    // Clear the user on this device immediately. If the server cannot be reached, send the sign-out before any other request later.
    mutationFn: async () => {
      try {
        await call(signOut, { body: {} }, { endsInSilence: true });
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        signOutLater();
      }
    },
    onSuccess: async () => await becomeGuest(client),
  });
}

export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await call(passkeyRegistrationOptions, { body: {} }));
      return call(addPasskey, { body: { credential } });
    },
    onSuccess: () => client.invalidateQueries(passkeysQuery),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (passkeyId: string) => call(removePasskey, { params: { passkeyId } }),
    onSuccess: () => client.invalidateQueries(passkeysQuery),
  });
}
