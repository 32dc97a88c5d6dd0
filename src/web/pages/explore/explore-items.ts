import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatAddress, parseAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { type Sign, signsOf } from "#shared/features/map/city/services.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { ADDRESS_MARKER, idOfMarker, markerId } from "#shared/features/map/marker-id.ts";
import { artOf, type Reachable } from "#shared/features/map/view/reach.ts";
import { stackCoincident } from "#shared/features/map/view/stack.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useSession } from "#web/features/account/session.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { communityItem } from "#web/features/communities/map-item.ts";
import { useDiscoveries } from "#web/features/explore/discoveries.ts";
import { useMarks } from "#web/features/explore/marks.ts";
import { campQueries } from "#web/features/map/api.ts";
import { campItem } from "#web/features/map/camp-item.ts";
import { type Layers, useLayers } from "#web/features/map/layers/layers.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { needItem } from "#web/features/needs/map-item.ts";
import { EMBER, resourceItem, stackItem } from "#web/features/resources/map-item.ts";
import { useQueuedResources } from "#web/features/resources/form/queued-resources.ts";
import { useIsDeletionWaiting, useListing, useMapListings } from "#web/features/resources/use-listings.ts";
import { useTheme } from "#web/lib/device/use-theme.ts";
import type { Place } from "#web/features/map/show-search.ts";

/**
 * Returns all items of the map, and those that are switched on, selected or lit. Combines the features, which the map itself does not
 * import.
 */
export function useExploreItems(city: City, { itemId, at }: Place, litIds: ReadonlySet<string>) {
  const person = useSession();
  const theme = useTheme();
  const [layers] = useLayers();
  const camps = useQuery(campQueries.all());
  const communities = useQuery(communitiesQuery);
  const resources = useMapListings();
  const needs = useQuery(needQueries.shared());
  const queued = useQueuedResources(resources.data);
  const listed = useListed(resources.data, itemId);
  const { stacks, stacked } = useStacks(listed);
  const discovered = useDiscoveries(person !== null);
  const marks = useMarks(person !== null);

  // The map redraws whenever it receives a new array.
  const all = useMemo(
    () => [
      ...(camps.data ?? []).flatMap((camp) => campItem(city, camp, theme) ?? []),
      ...(communities.data ?? []).flatMap((one) => communityItem(one, theme) ?? []),
      ...artOf(city).map((art) => artItem(art, EMBER[theme])),
      ...signsOf(city).map((sign) => signItem(sign, EMBER[theme])),
      ...[...listed, ...queued].flatMap((resource) => resourceItem(resource, theme) ?? []),
      ...stacks.flatMap((stack) => stackItem(stack, theme) ?? []),
      ...(needs.data ?? []).flatMap((need) => needItem(city, need, theme) ?? []),
      ...addressItem(city, at, EMBER[theme]),
    ],
    [city, camps.data, communities.data, listed, queued, stacks, needs.data, at, theme],
  );
  const marked = useMemo(
    () =>
      all.map((item) => ({
        ...item,
        isFavourite: marks.get(item.id)?.isFavourite ?? false,
        isLit: litIds.has(item.id),
        isDiscovered: layers.discoveries && (discovered?.has(discoveryKey(item)) ?? false),
      })),
    [all, marks, litIds, layers.discoveries, discovered],
  );
  const items = useMemo(
    () =>
      marked.filter(
        (item) =>
          item.isDiscovered ||
          item.isLit ||
          item.id === itemId ||
          (isShown(item, layers) && !stacked.has(idOfMarker("resource", item.id) ?? "")),
      ),
    [marked, stacked, itemId, layers],
  );
  const reachable = useMemo(() => all.flatMap((item) => toReachable(item) ?? []), [all]);
  return {
    person,
    discovered,
    /** All items, regardless of the layers. */
    all: marked,
    items,
    reachable,
    camps,
    communities,
    resources,
    listed,
    stacks,
    needs,
    queued,
    theme,
  };
}

/** The resources of the map, and the selected resource if it is too old to be among them. */
function useListed<Listed extends { id: string }>(
  listed: readonly Listed[] | undefined,
  itemId: string | null,
) {
  const selectedId = itemId === null ? null : idOfMarker("resource", itemId);
  const isDeleted = useIsDeletionWaiting(selectedId ?? "");
  const isMissing =
    selectedId !== null && listed !== undefined && !isDeleted && !listed.some(({ id }) => id === selectedId);
  const { data: selected } = useListing(selectedId ?? "", isMissing);
  return useMemo(
    () => [...(listed ?? []), ...(isMissing && selected !== undefined ? [selected] : [])],
    [listed, isMissing, selected],
  );
}

/** The stacks of the map and the ids of the resources in them. Queued resources are in no stack: a tap on one opens the outbox. */
function useStacks(listed: readonly Resource[]) {
  return useMemo(() => {
    const stacks = stackCoincident(listed, ({ location }) =>
      location === null ? null : { latitude: location.lat, longitude: location.lon },
    );
    return { stacks, stacked: new Set(stacks.flatMap(({ things }) => things.map(({ id }) => id))) };
  }, [listed]);
}

function isShown({ kind }: MapItem, layers: Layers): boolean {
  switch (kind) {
    case "camp":
      return layers.camps;
    case "community":
      return layers.communities;
    case "resource":
    case "stack":
      return layers.resources;
    case "need":
      return layers.needs;
    case "art":
    case "place":
    case "medical":
    case "ranger":
      return true;
  }
}

const nowhere = { street: null, time: null };

function artItem({ id, name, latitude, longitude }: Reachable & { name: string }, colour: string): MapItem {
  return { id: markerId("art", id), kind: "art", name, label: name, latitude, longitude, colour, ...nowhere };
}

function signItem({ id, kind, title, at }: Sign, colour: string): MapItem {
  const name = kind === "medical" ? "Medical" : "Ranger";
  return { id, kind, name, label: title, ...at, colour, ...nowhere };
}

/** The marker of a searched address, if it is in the city. */
function addressItem(city: City, at: string | null, colour: string): MapItem[] {
  const address = parseAddress(at);
  const point = at === null ? null : locate(city, address);
  if (at === null || point === null) return [];
  const name = formatAddress(city, address) ?? at;
  return [{ id: ADDRESS_MARKER, kind: "place", name, label: name, ...point, colour, ...nowhere }];
}

/** The place of an item for discoveries; null if it cannot be discovered. Unlike a marker's id, the place's id has no kind prefix. */
function toReachable({ kind, id, name, latitude, longitude }: MapItem) {
  if (kind !== "camp" && kind !== "community" && kind !== "art") return null;
  return { kind, id: kind === "camp" ? id : (idOfMarker(kind, id) ?? id), name, latitude, longitude };
}

function discoveryKey(item: MapItem): string {
  const place = toReachable(item);
  return place === null ? "" : `${place.kind}:${place.id}`;
}
