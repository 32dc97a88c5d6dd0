import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getVibe, type Vibe, type VibeUpdate } from "#shared/features/vibe/contract.ts";
import { listenToEntity, onLiveEvent } from "#web/lib/server/live-events.ts";
import { call } from "#web/lib/server/api-client.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { sendVibe } from "./send-vibe.ts";

/** Milliseconds between two requests while it is in view. */
const ASK_EVERY_MS = 30_000;

/** The vibe of a community or user; its state is null when none was set. @param entityId null sends no request */
export function vibeQuery(entityId: string | null) {
  return queryOptions({
    queryKey: ["vibe", entityId],
    enabled: entityId !== null,
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call(getVibe, { params: { entityId: entityId ?? "" } }, { signal })).state,
  });
}

/**
 * Updates the vibes of these entities while they are in view. The community's people and the user themselves receive an event about a
 * change immediately; all other pages poll.
 */
export function useVibeUpdates(entityIds: readonly (string | null)[]): void {
  const client = useQueryClient();
  const ids = entityIds.filter((entityId) => entityId !== null).join(",");
  useEffect(() => {
    const asked = ids.split(",").filter((entityId) => entityId !== "");
    if (asked.length === 0) return;
    const stops = [
      ...asked.map(listenToEntity),
      onLiveEvent(({ event, data }) => {
        if (event === "reset") void client.invalidateQueries({ queryKey: ["vibe"] });
        if (event !== "vibe-update") return;
        const { entityId, ...state } = data as VibeUpdate;
        if (asked.includes(entityId)) client.setQueryData(["vibe", entityId], state);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client, ids]);
}

/** Stores a user's vibe. It is shown immediately, and queued on this device until the server has it. */
export function useStoreVibe() {
  const client = useQueryClient();
  return useQueuedMutation({
    send: async ({ entityId, name, state }: { entityId: string; name: string; state: Vibe }) =>
      sendVibe(entityId, name, state),
    onDone: (_, { entityId, state }) => client.setQueryData(["vibe", entityId], state),
  });
}
