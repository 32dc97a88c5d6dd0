import { useEffect, useState } from "react";
import { keyOf } from "#shared/features/map/reach.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useSession } from "../features/account/session.ts";
import { useDiscoveries } from "../features/explore/use-discoveries.ts";

/**
 * A tap on a thing finds the community it belongs to, once; kept for the server to know when there is a signal.
 * @returns whether it was found just now
 */
export function useUnlocked({ loobricateId, communityName }: Resource): boolean {
  const known = useDiscoveries(useSession() !== null);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    const place = { kind: "community", id: loobricateId, name: communityName } as const;
    if (known === null || known.has(keyOf(place))) return;
    void import("../features/explore/keep-discoveries.ts").then(async ({ keepDiscoveries }) => {
      if (await keepDiscoveries([place])) setIsNew(true);
    });
  }, [known, loobricateId, communityName]);
  return isNew;
}
