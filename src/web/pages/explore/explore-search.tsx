import { useMemo } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import { type SignKind, signsOf } from "#shared/features/map/city/services.ts";
import { MapSearch } from "#web/features/map/search/map-search.tsx";
import type { MapThing } from "#web/features/map/search/find-on-map.ts";
import type { useExploreItems } from "./explore-items.ts";

interface ExploreSearchProps {
  city: City;
  explored: ReturnType<typeof useExploreItems>;
  /** @param at the address, for a hit that is one */
  onSelect: (id: string, at: string | null) => void;
}

/** The search over the map, loaded after it. */
export function ExploreSearch({ city, explored, onSelect }: ExploreSearchProps) {
  return <MapSearch city={city} things={useSearchThings(city, explored)} onSelect={onSelect} />;
}

/** What people in need may type. */
const signWords: Record<SignKind, string> = {
  medical: "medical medic first aid doctor hospital emergency",
  ranger: "ranger rangers security emergency",
};

type Explored = ReturnType<typeof useExploreItems>;

/** Everything the map's search can find, whatever is switched off. Camps without a place have a page, too. */
function useSearchThings(city: City, { camps, communities, listed, needs, all }: Explored): MapThing[] {
  return useMemo(
    () => [
      ...(camps.data ?? []).map((camp): MapThing => ({
        id: camp.id,
        kind: "camp",
        title: camp.name,
        place: campAddressLine(city, camp) ?? "",
        words: [camp.description, camp.landmark, camp.hometown].filter(Boolean).join(" "),
      })),
      ...listed.flatMap((one): MapThing[] =>
        one.location === null
          ? []
          : [
              {
                id: `resource:${one.id}`,
                kind: "resource",
                title: one.title,
                place: one.location.address,
                words: [one.description, ...one.tags].join(" "),
              },
            ],
      ),
      ...(communities.data ?? []).map((one): MapThing => ({
        id: `community:${one.id}`,
        kind: "community",
        title: one.name,
        place: one.address,
        words: [one.description, ...one.tags].join(" "),
      })),
      ...(needs.data ?? []).flatMap((need): MapThing[] =>
        need.place === null
          ? []
          : [{ id: `need:${need.id}`, kind: "need", title: need.text, place: need.place, words: "" }],
      ),
      ...all
        .filter(({ kind }) => kind === "art")
        .map(({ id, name }): MapThing => ({ id, kind: "art", title: name, place: "", words: "" })),
      ...signsOf(city).map(({ id, kind, title }): MapThing => ({
        id,
        kind,
        title,
        place: "",
        words: signWords[kind],
      })),
    ],
    [city, camps.data, communities.data, listed, needs.data, all],
  );
}
