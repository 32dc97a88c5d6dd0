import type { Community } from "#shared/features/communities/contract.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { nearbyOf, placeOf } from "#shared/features/map/camps/nearby.ts";
import { CommunityCard } from "#web/features/communities/community-card.tsx";
import { CampNote } from "#web/features/explore/camp-note.tsx";
import { FavouriteButton } from "#web/features/explore/favourite-button.tsx";
import { type Mark, NO_MARK } from "#web/features/explore/marks.ts";
import { CampOffers } from "#web/features/map/panel/camp-offers.tsx";
import { CampDetails } from "#web/features/map/panel/camp-details.tsx";
import { CommunityLink, type Here, PlaceActions, placeLine } from "./place-actions.tsx";

interface ExploreCampProps {
  city: City;
  camp: Camp;
  camps: readonly Camp[];
  /** Communities that claim the camp. */
  claims: readonly Community[];
  mark: Mark | undefined;
  here: Here;
  onSelect: (campId: string) => void;
}

/** A camp with the information and actions of all features. */
export function ExploreCamp({ city, camp, camps, claims, mark = NO_MARK, here, onSelect }: ExploreCampProps) {
  const place = placeOf(camp);
  const address = campAddressLine(city, camp) ?? "No address yet";
  return (
    <CampDetails
      city={city}
      camp={camp}
      line={placeLine(city, address, place, here.ownPlace)}
      nearby={nearbyOf(city, camps, camp)}
      onSelect={onSelect}
      actions={
        <PlaceActions
          city={city}
          name={camp.name}
          place={place}
          path={`/explore/camp/${camp.id}`}
          here={here}
        >
          <FavouriteButton camp={camp} isFavourite={mark.isFavourite} />
        </PlaceActions>
      }
    >
      <CampNote camp={camp} note={mark.note} />
      <CampOffers campId={camp.id} />
      {claims.map((community) => (
        <CommunityCard key={community.id} community={community} link={<CommunityLink id={community.id} />} />
      ))}
    </CampDetails>
  );
}
