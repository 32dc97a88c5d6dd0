import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import { call } from "#web/lib/api-client.ts";

const contract = () => import("#shared/features/vibe/contract.ts");

/** How a community or the user feels; a state of null when nobody has said. @param entityId null asks nothing */
export function vibeQuery(entityId: string | null) {
  return queryOptions({
    queryKey: ["vibe", entityId],
    enabled: entityId !== null,
    queryFn: async ({ signal }) =>
      (await call((await contract()).getVibe, { params: { entityId: entityId ?? "" } }, { signal })).state,
  });
}

/** Asks anew when somebody has said how a community feels, as long as it is in view. */
export function useVibeUpdates(entityId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    void import("#web/lib/live-events.ts").then(({ listenToEntity, onLiveEvent }) => {
      if (isOver) return;
      const ends = [
        listenToEntity(entityId),
        onLiveEvent(({ event }) => {
          if (event === "vibe-update") void client.invalidateQueries({ queryKey: ["vibe", entityId] });
        }),
      ];
      stop = () => ends.forEach((end) => end());
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, entityId]);
}

/** Says how somebody feels: shown at once, kept here until the server has it. */
export function useStoreVibe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ entityId, name, state }: { entityId: string; name: string; state: Vibe }) => {
      const { sendVibe } = await import("./send-vibe.ts");
      await sendVibe(entityId, name, state);
      client.setQueryData(["vibe", entityId], state);
    },
  });
}
