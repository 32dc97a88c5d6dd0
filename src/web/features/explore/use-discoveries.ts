import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { discoveredKeys } from "./discoveries.ts";

/**
 * Keys of the places the person has come to; null until what was found before is known.
 * @param isPersonKnown false while it is not known who is here: asking would open a session of its own
 */
export function useDiscoveries(isPersonKnown: boolean): ReadonlySet<string> | null {
  const { data } = useQuery({ ...exploreQueries.discoveries(), enabled: isPersonKnown });
  const { kept } = useOutbox();
  return useMemo(() => (data === undefined ? null : discoveredKeys(data, kept)), [data, kept]);
}
