import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { artOf, keyOf, type Reachable } from "#shared/features/map/view/reach.ts";
import { useSession } from "#web/features/account/session.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { communityItem } from "#web/features/communities/map-item.ts";
import { useDiscoveries } from "#web/features/explore/use-discoveries.ts";
import { campQueries } from "#web/features/map/api.ts";
import { campItem } from "#web/features/map/camp-item.ts";
import { useLayers } from "#web/features/map/layers/layers.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { needItem } from "#web/features/needs/map-item.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { resourceItem } from "#web/features/resources/map-item.ts";
import { useQueuedResources } from "#web/features/resources/add/use-queued-resources.ts";
import { useTheme } from "#web/lib/device/use-theme.ts";

/** The lamp's amber in each theme, for the canvas. */
const EMBER = { night: "#ffb45c", day: "#8f3300", red: "#ff6a4d" };

/** Everything there is on the map, and the part of it that is switched on. The map knows none of it: this introduces them. */
export function useExploreItems(city: City) {
  const person = useSession();
  const theme = useTheme();
  const [layers] = useLayers();
  const camps = useQuery(campQueries.all());
  const communities = useQuery(communitiesQuery);
  const resources = useQuery(resourceQueries.onMap());
  const needs = useQuery(needQueries.shared());
  const queued = useQueuedResources(resources.data);
  const discovered = useDiscoveries(person !== null);

  const places = useMemo(
    () => [
      ...(camps.data ?? []).map((camp) => ({ kind: "camp" as const, item: campItem(city, camp, theme) })),
      ...(communities.data ?? []).map((one) => ({
        kind: "community" as const,
        item: communityItem(one, theme),
      })),
      ...artOf(city).map((art) => ({ kind: "art" as const, item: artItem(art, EMBER[theme]) })),
    ],
    [city, camps.data, communities.data, theme],
  );
  // The map redraws when it is handed a new array.
  const items = useMemo(() => {
    const isShown = { camp: layers.camps, community: layers.communities, art: false };
    const things = places.flatMap(({ kind, item }): MapItem[] => {
      if (item === null) return [];
      const isFound = layers.discoveries && (discovered?.has(keyOf(placeOfItem(kind, item))) ?? false);
      if (!isShown[kind] && !isFound) return [];
      return [isFound ? { ...item, isDiscovered: true } : item];
    });
    const shared = layers.resources ? [...(resources.data ?? []), ...queued] : [];
    const wanted = layers.needs ? (needs.data ?? []) : [];
    return [
      ...things,
      ...shared.flatMap((resource) => resourceItem(resource, theme) ?? []),
      ...wanted.flatMap((need) => needItem(city, need, theme) ?? []),
    ];
  }, [city, places, layers, discovered, resources.data, needs.data, queued, theme]);
  const reachable = useMemo(
    () => places.flatMap(({ kind, item }) => (item === null ? [] : [placeOfItem(kind, item)])),
    [places],
  );
  return { person, discovered, items, reachable, camps, communities, resources, queued, theme };
}

function artItem({ id, name, latitude, longitude }: Reachable & { name: string }, colour: string): MapItem {
  const nowhere = { street: null, time: null };
  return { id: `art:${id}`, kind: "art", name, label: name, latitude, longitude, colour, ...nowhere };
}

/** What a discovery calls the thing: without the prefix a marker's id has. */
function placeOfItem(kind: Reachable["kind"], { id, name, latitude, longitude }: MapItem) {
  return { kind, id: id.startsWith(`${kind}:`) ? id.slice(kind.length + 1) : id, name, latitude, longitude };
}
