import type { Community } from "#shared/features/communities/contract.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Tag } from "#web/ui/chip.tsx";
import { CommunityLink } from "./community-link.tsx";
import styles from "./explore-panel.module.css";
import { type Here, placeLine } from "./here.ts";
import { PlaceActions } from "./place-actions.tsx";
import { PlaceCard } from "./place-card.tsx";

interface ExploreCommunityProps {
  city: City;
  community: Community;
  /** Path of its page on the map. */
  path: string;
  here: Here;
}

/** A community beside the map. */
export function ExploreCommunity({ city, community, path, here }: ExploreCommunityProps) {
  const { communityNoun } = usePublicSettings();
  const { id, name, description, address, latitude, longitude, memberCount } = community;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const photo = community.coverPhoto ?? community.profilePhoto;
  return (
    <PlaceCard
      title={name}
      address={address}
      line={placeLine(city, address, place, here.own)}
      photo={photo === null ? null : <img className={styles.photo} src={photo} alt="" />}
      state={
        <>
          <Tag>{communityNoun}</Tag>
          <Tag>{memberCount === 1 ? "1 member" : `${memberCount} members`}</Tag>
        </>
      }
      actions={<PlaceActions city={city} name={name} place={place} path={path} here={here} />}
    >
      {description === "" ? null : <p className={styles.about}>{description}</p>}
      <div className={styles.more}>
        <CommunityLink id={id} />
      </div>
    </PlaceCard>
  );
}
