import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { discoveredKeys } from "./discoveries.ts";

/** Keys of the places the person has come to; null until what was found before is known. */
export function useDiscoveries(): ReadonlySet<string> | null {
  const { data } = useQuery(exploreQueries.discoveries());
  const { kept } = useOutbox();
  return useMemo(() => (data === undefined ? null : discoveredKeys(data, kept)), [data, kept]);
}
