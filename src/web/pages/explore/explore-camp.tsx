import { Footprints, Navigation2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { nearbyOf, placeOf } from "#shared/features/map/camps/nearby.ts";
import { CommunityLink } from "./community-link.tsx";
import { CommunityCard } from "#web/features/communities/community-card.tsx";
import { CampNote } from "#web/features/explore/camp-note.tsx";
import { FavouriteButton } from "#web/features/explore/favourite-button.tsx";
import { type Mark, NO_MARK } from "#web/features/explore/marks.ts";
import type { OwnPlace } from "#web/features/map/position/own-place.ts";
import { CampDetails } from "#web/features/map/panel/camp-details.tsx";
import type { FixState } from "#web/features/map/position/use-fix.ts";
import { DirectionsSection } from "#web/features/map/way/directions-section.tsx";
import { Chip } from "#web/ui/chip.tsx";
import styles from "./explore-panel.module.css";

const CampOffers = lazy(async () => ({
  default: (await import("#web/features/map/panel/camp-offers.tsx")).CampOffers,
}));
const Whiteout = lazy(async () => ({
  default: (await import("#web/features/map/way/whiteout.tsx")).Whiteout,
}));

/** Where the person is, and how the way they ask for gets onto the map. */
export interface Here {
  isPersonKnown: boolean;
  fixState: FixState;
  own: OwnPlace;
  onPath: (path: readonly LocalPoint[]) => void;
}

interface ExploreCampProps {
  city: City;
  camp: Camp;
  camps: readonly Camp[];
  /** Communities that say the camp is theirs. */
  claims: readonly Community[];
  mark: Mark | undefined;
  here: Here;
  onSelect: (campId: string) => void;
}

/** A camp with everything the features know of it and do about it. */
export function ExploreCamp({ city, camp, camps, claims, mark = NO_MARK, here, onSelect }: ExploreCampProps) {
  const [isShowingWay, setIsShowingWay] = useState(false);
  const [isWhiteout, setIsWhiteout] = useState(false);
  const place = placeOf(camp);
  const goal = place === null ? null : { ...place, name: camp.name };
  return (
    <>
      <CampDetails
        camp={camp}
        nearby={nearbyOf(city, camps, camp)}
        onSelect={onSelect}
        actions={
          <div className={styles.campActions}>
            <FavouriteButton camp={camp} isFavourite={mark.isFavourite} />
            {goal === null ? null : (
              <>
                <Chip
                  aria-pressed={isShowingWay}
                  aria-expanded={isShowingWay}
                  onClick={() => setIsShowingWay(!isShowingWay)}
                >
                  <Footprints aria-hidden size={18} strokeWidth={1.8} /> Directions
                </Chip>
                <Chip onClick={() => setIsWhiteout(true)}>
                  <Navigation2 aria-hidden size={18} strokeWidth={1.8} /> Whiteout
                </Chip>
              </>
            )}
          </div>
        }
        way={
          goal !== null && isShowingWay ? (
            <DirectionsSection city={city} goal={goal} own={here.own} onPath={here.onPath} />
          ) : null
        }
      >
        <CampNote camp={camp} note={mark.note} />
        <Suspense>
          <CampOffers campId={camp.id} />
        </Suspense>
        {claims.map((community) => (
          <CommunityCard
            key={community.id}
            community={community}
            isPart
            link={<CommunityLink id={community.id} />}
          />
        ))}
      </CampDetails>
      {goal !== null && isWhiteout ? (
        <Suspense>
          <Whiteout city={city} goal={goal} state={here.fixState} onClose={() => setIsWhiteout(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
