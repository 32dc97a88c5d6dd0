import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { type SignKind, signsOf } from "#shared/features/map/city/services.ts";
import { markerId } from "#shared/features/map/marker-id.ts";
import { artOf } from "#shared/features/map/view/reach.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { campQueries } from "#web/features/map/api.ts";
import type { MapThing } from "#web/features/map/search/find-on-map.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { useMapListings } from "#web/features/resources/use-listings.ts";

/** Search words of users in need. */
const signWords: Record<SignKind, string> = {
  medical: "medical medic first aid doctor hospital emergency",
  ranger: "ranger rangers security emergency",
};

/** Everything the map's search can find, regardless of the layers. Camps without a place have a page, too. */
export function useSearchThings(city: City | null): MapThing[] {
  const camps = useQuery(campQueries.all()).data;
  const communities = useQuery(communitiesQuery).data;
  const resources = useMapListings().data;
  const needs = useQuery(needQueries.shared()).data;
  return useMemo(
    () =>
      city === null
        ? []
        : [
            ...(camps ?? []).map((camp): MapThing => ({
              id: camp.id,
              kind: "camp",
              title: camp.name,
              place: campAddressLine(city, camp) ?? "",
              words: [camp.description, camp.landmark, camp.hometown].filter(Boolean).join(" "),
            })),
            ...(resources ?? []).flatMap((one): MapThing[] =>
              one.location === null
                ? []
                : [
                    {
                      id: markerId("resource", one.id),
                      kind: "resource",
                      title: one.title,
                      place: one.location.address,
                      words: [one.description, ...one.tags].join(" "),
                    },
                  ],
            ),
            ...(communities ?? []).map((one): MapThing => ({
              id: markerId("community", one.id),
              kind: "community",
              title: one.name,
              place: one.address,
              words: [one.description, ...one.tags].join(" "),
            })),
            ...(needs ?? []).flatMap((need): MapThing[] =>
              need.place === null
                ? []
                : [
                    {
                      id: markerId("need", need.id),
                      kind: "need",
                      title: need.text,
                      place: need.place,
                      words: "",
                    },
                  ],
            ),
            ...artOf(city).map(({ id, name }): MapThing => ({
              id: markerId("art", id),
              kind: "art",
              title: name,
              place: "",
              words: "",
            })),
            ...signsOf(city).map(({ id, kind, title }): MapThing => ({
              id,
              kind,
              title,
              place: "",
              words: signWords[kind],
            })),
          ],
    [city, camps, communities, resources, needs],
  );
}
