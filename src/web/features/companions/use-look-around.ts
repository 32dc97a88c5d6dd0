import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Companion } from "#shared/features/companions/contract.ts";
import { companionsQuery } from "./api.ts";

/** Asks for the device's position and the companions there; a companion just met is unlocked by the time the sentence is shown. */
export function useLookAround(companions: readonly Companion[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { lookAround } = await import("./look-around.ts");
      const look = await lookAround(companions);
      if (look.met.length > 0) await client.invalidateQueries(companionsQuery);
      return look;
    },
  });
}
