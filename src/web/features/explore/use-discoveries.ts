import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { discoveredKeys } from "./discoveries.ts";

/**
 * Keys of the places the user has found; null until the earlier ones are known.
 * @param isPersonKnown false while the user is unknown: a request would open a session of its own
 */
export function useDiscoveries(isPersonKnown: boolean): ReadonlySet<string> | null {
  const { data } = useQuery({ ...exploreQueries.discoveries(), enabled: isPersonKnown });
  const { operations } = useOutbox();
  return useMemo(() => (data === undefined ? null : discoveredKeys(data, operations)), [data, operations]);
}
