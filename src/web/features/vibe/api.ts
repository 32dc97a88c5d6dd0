import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";

/** While it is in view. */
const ASK_EVERY_MS = 30_000;

const contract = () => import("#shared/features/vibe/contract.ts");

/** How a community or the user feels; a state of null when nobody has said. @param entityId null asks nothing */
export function vibeQuery(entityId: string | null) {
  return queryOptions({
    queryKey: ["vibe", entityId],
    enabled: entityId !== null,
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call((await contract()).getVibe, { params: { entityId: entityId ?? "" } }, { signal })).state,
  });
}

/**
 * Lets what is drawn of these entities follow what is said of them on any device, as long as it is in view. An event says it at
 * once to the people of a community and to the person themselves; everybody else's page asks from time to time.
 */
export function useVibeUpdates(entityIds: readonly (string | null)[]): void {
  const client = useQueryClient();
  const ids = entityIds.filter((entityId) => entityId !== null).join(",");
  useEffect(() => {
    const asked = ids.split(",").filter((entityId) => entityId !== "");
    if (asked.length === 0) return;
    const stops: (() => void)[] = [];
    let isOver = false;
    void Promise.all([import("#web/lib/server/live-events.ts"), contract()]).then(
      ([{ listenToEntity, onLiveEvent }, { vibeUpdate }]) => {
        if (isOver) return;
        stops.push(
          ...asked.map(listenToEntity),
          onLiveEvent(({ event, data }) => {
            if (event === "reset") void client.invalidateQueries({ queryKey: ["vibe"] });
            const said = event === "vibe-update" ? vibeUpdate.safeParse(data).data : undefined;
            if (said === undefined || !asked.includes(said.entityId)) return;
            const { entityId, ...state } = said;
            client.setQueryData(["vibe", entityId], state);
          }),
        );
      },
    );
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [client, ids]);
}

/** Says how a user feels: shown at once, kept here until the server has it. */
export function useStoreVibe() {
  const client = useQueryClient();
  return useQueuedMutation({
    send: async ({ entityId, name, state }: { entityId: string; name: string; state: Vibe }) =>
      (await import("./send-vibe.ts")).sendVibe(entityId, name, state),
    onDone: (_, { entityId, state }) => client.setQueryData(["vibe", entityId], state),
  });
}
