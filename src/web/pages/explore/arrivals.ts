import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { MAX_DISCOVERIES_PER_CALL } from "#shared/features/explore/contract.ts";
import { metBy } from "#shared/features/companions/discovery.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { keyOf, type Reachable, placesReached } from "#shared/features/map/view/reach.ts";
import { companionsQuery } from "#web/features/companions/api.ts";
import { lookAround } from "#web/features/companions/look-around.ts";
import { queueDiscoveries } from "#web/features/explore/queue-discoveries.ts";
import type { Fix } from "#web/lib/device/position.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

interface Places {
  reachable: readonly (Reachable & { name: string })[];
  /** Keys of the places already found; null until they and the user are loaded. */
  discovered: ReadonlySet<string> | null;
}

interface ArrivalsProps {
  city: City;
  fix: Fix;
  explored: Places;
}

/**
 * Detects the places that a walking user reaches: queues each discovered place once and unlocks companions. All comparisons run on this
 * device. It sends only the fact that a place was reached and, for companions, one request. Renders nothing.
 */
export function Arrivals({
  city,
  fix,
  explored: { reachable: places, discovered: known },
}: ArrivalsProps): null {
  const companions = useQuery({ ...companionsQuery, enabled: known !== null });
  const client = useQueryClient();
  /** Keys already reported on this page, so that a slow response does not cause another request at every step. */
  const asked = useRef(new Set<string>());

  useEffect(() => {
    if (known === null) return;
    const found = placesReached(city, fix, places, new Set([...known, ...asked.current])).slice(
      0,
      MAX_DISCOVERIES_PER_CALL,
    );
    if (found.length === 0) return;
    for (const place of found) asked.current.add(keyOf(place));
    void queueDiscoveries(found).then((isQueued) => {
      if (!isQueued) return;
      const names = new Intl.ListFormat("en").format(found.slice(0, 3).map(({ name }) => name));
      const more = found.length > 3 ? ` and ${found.length - 3} more` : "";
      showToast({ kind: "done", text: `You found ${names}${more}.` });
    });
  }, [city, fix, places, known]);

  useEffect(() => {
    if (companions.data === undefined) return;
    const locked = companions.data
      .filter(({ isLocked, id }) => isLocked && !asked.current.has(`companion:${id}`))
      .map(({ id, discoveryLocation }) => ({ id, discoveryLocation, code: null }));
    const near = metBy({ kind: "place", ...fix }, locked);
    if (near.length === 0) return;
    for (const id of near) asked.current.add(`companion:${id}`);
    // Visitors do not meet companions, and no user meets one while offline: the chooser explains that.
    void lookAround(companions.data, { isKnown: true, ...fix }).then(
      async (look) => {
        if (look.met.length === 0) return;
        showToast({ kind: "done", text: look.sentence });
        await client.invalidateQueries(companionsQuery);
      },
      () => undefined,
    );
  }, [fix, companions.data, client]);
  return null;
}
