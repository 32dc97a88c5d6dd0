import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/api-client.ts";
import { pageMemory } from "./page-memory.ts";

const contract = () => import("#shared/features/companions/contract.ts");

/** All companions as the person may see them. Ask only once it is known who that is. */
export const companionsQuery = queryOptions({
  queryKey: ["companions"],
  queryFn: async ({ signal }) => {
    const { choices } = pageMemory;
    const { companions, state } = await call((await contract()).listCompanions, {}, { signal });
    const { isChoiceWaiting } = await import("./send-choice.ts");
    // What was chosen here meanwhile, and what waits to be sent, is newer than what the server knows.
    const isOld = choices !== pageMemory.choices || (await isChoiceWaiting());
    if (!isOld && !state.userId.startsWith("anon-")) pageMemory.adopt(state);
    return companions;
  },
});
