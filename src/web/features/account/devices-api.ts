import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  changePassword,
  listDevices,
  signOutDevice,
  signOutOthers,
} from "#shared/features/account/devices-contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

export const devicesQuery = queryOptions({
  queryKey: ["account", "devices"],
  queryFn: async ({ signal }) => (await call(listDevices, {}, { signal })).devices,
  meta: { isStored: false },
});

/** Signs another device out. A device that is already signed out is not an error. */
export function useSignOutDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) => {
      try {
        await call(signOutDevice, { params: { deviceId: id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "not-found")) throw error;
      }
    },
    onSuccess: (_, { name }) => showToast({ kind: "done", text: `${name} is signed out.` }),
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
}

export function useSignOutOthers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => call(signOutOthers, { body: {} }),
    onSuccess: () => showToast({ kind: "done", text: "All other devices are signed out." }),
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { currentPassword: string; password: string }) => call(changePassword, { body }),
    onSuccess: ({ signedOut }) => {
      const others = signedOut === 0 ? "" : " All other devices are signed out.";
      showToast({ kind: "done", text: `Your password is changed.${others}` });
    },
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
}
