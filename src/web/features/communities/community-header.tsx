import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { CityRings } from "#web/ui/picture/city-rings.tsx";
import styles from "./community.module.css";

interface CommunityHeaderProps {
  community: Community;
  /** Position of its address in the city; null when it is not a city address. */
  place: { time: number | null; street: number | null } | null;
  /** Link to its camp on the map, if it claims one. */
  camp: ReactNode;
  /** Actions. */
  children: ReactNode;
}

/** The top of a community's page. */
export function CommunityHeader({ community, place, camp, children }: CommunityHeaderProps) {
  const { name, description, memberCount, tags, role, type } = community;
  const wordsOf = useAddressWords();
  const address = [wordsOf(community.address), community.city].filter((part) => part !== "").join(", ");
  return (
    <header className={styles.header}>
      <div className={styles.cover}>
        {community.coverPhoto === null ? (
          <CityRings className={styles.rings} />
        ) : (
          <img className={styles.coverPhoto} src={community.coverPhoto} alt="" />
        )}
      </div>
      <div className={styles.title}>
        <CommunityPhoto name={name} url={community.profilePhoto} size={96} />
        <div className={styles.names}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>
            <Tag>{type === "venue" ? "Venue" : "Community"}</Tag>
            <span>{memberCount === 1 ? "1 member" : `${memberCount} members`}</span>
            {role === null ? null : (
              <Tag className={styles.role}>{role === "admin" ? "Admin" : "Member"}</Tag>
            )}
          </p>
        </div>
      </div>
      {description === "" ? null : <p className={styles.description}>{description}</p>}
      {tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      {address === "" ? null : (
        <div className={styles.place}>
          {place === null ? (
            <MapPin aria-hidden size={22} strokeWidth={1.8} />
          ) : (
            <Locator time={place.time} street={place.street} size={64} />
          )}
          <p className={styles.address}>{address}</p>
          {camp}
        </div>
      )}
      {address === "" ? camp : null}
      {children}
    </header>
  );
}

interface CommunityPhotoProps {
  name: string;
  url: string | null;
  /** Pixels. */
  size: number;
}

/** A community's profile photo, or its first letter. Always shown beside its name. */
export function CommunityPhoto({ name, url, size }: CommunityPhotoProps) {
  const box = { inlineSize: size, blockSize: size };
  return url === null ? (
    <span className={styles.photo} style={{ ...box, fontSize: size / 2 }} aria-hidden>
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  ) : (
    <img className={styles.photo} style={box} src={url} alt="" />
  );
}
