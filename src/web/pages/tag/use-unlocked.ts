import { useEffect, useState } from "react";
import { keyOf } from "#shared/features/map/view/reach.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useSession } from "#web/features/account/session.ts";
import { useDiscoveries } from "#web/features/explore/use-discoveries.ts";

/** Discoveries reported since the page was opened, by user: the list of discoveries may lag behind. */
const said = new Set<string>();

/**
 * Records that a tap has found the community of a thing, once; queued while offline.
 * @returns whether it was found just now
 */
export function useUnlocked({ loobricateId, communityName }: Resource): boolean {
  const userId = useSession()?.userId ?? null;
  const known = useDiscoveries(userId !== null);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    const place = { kind: "community", id: loobricateId, name: communityName } as const;
    const finding = `${userId} ${keyOf(place)}`;
    if (known === null || known.has(keyOf(place)) || said.has(finding)) return;
    said.add(finding);
    void import("#web/features/explore/queue-discoveries.ts").then(async ({ queueDiscoveries }) => {
      if (await queueDiscoveries([place])) setIsNew(true);
    });
  }, [userId, known, loobricateId, communityName]);
  return isNew;
}
