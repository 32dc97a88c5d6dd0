import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
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
