import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { placeOfText } from "#shared/features/map/address/chosen-place.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { nearestTo } from "#shared/features/map/camps/nearby.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { reverse } from "#shared/features/map/city/geometry.ts";
import { signsOf } from "#shared/features/map/city/services.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import type { SharedNeed } from "#shared/features/needs/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { BorrowButton } from "#web/features/lending/borrow-button.tsx";
import details from "#web/features/map/panel/camp-details.module.css";
import { CampRow } from "#web/features/map/panel/camp-row.tsx";
import { Photo } from "#web/features/photos/photo.tsx";
import { AvailabilityTag } from "#web/features/resources/view/availability-tag.tsx";
import { resourceTypeLabel } from "#web/features/resources/view/resource-type-label.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { Moment } from "#web/ui/state/as-of.tsx";
import styles from "./explore-panel.module.css";
import { CommunityLink, type Here, PlaceActions, placeLine } from "./place-actions.tsx";

/** Props of every card beside the map. */
export interface Around {
  city: City;
  /** Path of its page on the map. */
  path: string;
  here: Here;
}

/** A community beside the map. */
export function ExploreCommunity({ community, ...around }: Around & { community: Community }) {
  const { communityNoun } = usePublicSettings();
  const { id, name, description, address, latitude, longitude, memberCount } = community;
  const photo = community.coverPhoto ?? community.profilePhoto;
  return (
    <PlaceCard
      {...around}
      title={name}
      address={address}
      place={latitude === null || longitude === null ? null : { latitude, longitude }}
      photo={photo === null ? null : <img className={styles.photo} src={photo} alt="" />}
      state={
        <>
          <Tag>{communityNoun}</Tag>
          <Tag>{memberCount === 1 ? "1 member" : `${memberCount} members`}</Tag>
        </>
      }
    >
      {description === "" ? null : <p className={details.about}>{description}</p>}
      <div className={styles.more}>
        <CommunityLink id={id} />
      </div>
    </PlaceCard>
  );
}

/** A need, at its rough place beside the map. Users answer it on the page of needs. */
export function ExploreNeed({ need, ...around }: Around & { need: SharedNeed }) {
  const { id, text, isMine, createdAt, place } = need;
  return (
    <PlaceCard
      {...around}
      title={text}
      address={place ?? ""}
      line={`About ${place ?? ""}`}
      place={place === null ? null : placeOfText(around.city, place)}
      state={<Tag>{isMine ? "Your request" : "Wanted"}</Tag>}
      action={
        <Link to="/needs" search={{ show: id }} className={buttonClass("primary")}>
          {isMine ? "Open your request" : "I can help"}
        </Link>
      }
    >
      <p className={styles.note}>
        Since <Moment at={createdAt} />
      </p>
    </PlaceCard>
  );
}

/** A resource of the library beside the map. Its history and contact are in its own dialog. */
export function ExploreResource({ resource, ...around }: Around & { resource: Resource }) {
  const openDialog = useOpenDialog();
  const { location } = resource;
  // The other photos are among all details.
  const [photo] = resource.photos.gallery;
  return (
    <PlaceCard
      {...around}
      title={resource.title}
      address={location?.address ?? ""}
      place={location === null ? null : { latitude: location.lat, longitude: location.lon }}
      photo={
        photo === undefined ? null : <Photo className={styles.photo} url={photo.url} path={photo.path} />
      }
      state={
        <>
          <Tag>{resourceTypeLabel(resource.type)}</Tag>
          <AvailabilityTag resource={resource} />
        </>
      }
      action={<BorrowButton resource={resource} />}
    >
      <p className={details.about}>{resource.description}</p>
      <p className={styles.note}>
        Shared by <bdi>{resource.pseudonym}</bdi> with <bdi>{resource.communityName}</bdi>
      </p>
      <div className={styles.more}>
        <Button onClick={() => openDialog({ dialog: "resource", id: resource.id })}>All details</Button>
      </div>
    </PlaceCard>
  );
}

interface ExploreSpotProps extends Around {
  /** The Man, the Temple, a medical tent, a Ranger post, or an address. */
  item: MapItem;
  camps: readonly Camp[];
  onSelect: (campId: string) => void;
}

const NEAREST = 5;

/** A place of the city with the camps around it: a landmark, a medical tent, a Ranger post or a searched address. */
export function ExploreSpot({ item, camps, onSelect, ...around }: ExploreSpotProps) {
  const { kind } = item;
  const { city } = around;
  const sign = signsOf(city).find(({ id }) => id === item.id);
  const name = sign?.name ?? item.name;
  const address = sign?.address ?? (kind === "place" ? name : addressOfArt(city, item));
  const hours = sign === undefined || sign.hours === "" ? "" : ` · open ${sign.hours}`;
  const near = nearestTo(city, camps, item).slice(0, NEAREST);
  return (
    <PlaceCard
      {...around}
      title={name}
      address={address}
      line={kind === "place" ? "" : address + hours}
      place={item}
      state={<Tag>{sign ? "City service" : kind === "place" ? "Address" : "Landmark"}</Tag>}
    >
      {near.length === 0 ? null : (
        <section>
          <h3>Nearby Camps</h3>
          <ul>
            {near.map(({ thing, metres }) => (
              <CampRow key={thing.id} city={city} camp={thing} metres={metres} onSelect={onSelect} />
            ))}
          </ul>
        </section>
      )}
    </PlaceCard>
  );
}

function addressOfArt(city: City, item: MapItem): string {
  const { time, distance } = reverse(city, item);
  return distance < 1 ? "The middle of the city" : `${time}, open playa`;
}

interface PlaceCardProps extends Around {
  title: string;
  /** Its address in words, for the picture of the city. */
  address: string;
  /** The address to show before the walking time, if it differs. */
  line?: string;
  /** Null if it has no place, and therefore no directions. */
  place: GeoPoint | null;
  photo?: ReactNode;
  /** Its kind, and whether it is available. */
  state: ReactNode;
  /** The action shown before the common ones, such as borrowing. */
  action?: ReactNode;
  children: ReactNode;
}

/** An item on the map other than a camp: photo, title, state, place and actions, in the same order for all kinds. */
export function PlaceCard(props: PlaceCardProps) {
  const { title, address, line = address, place, photo, state, action, children, city, path, here } = props;
  const locator = locatorPlace(address);
  const words = placeLine(city, line, place, here.ownPlace);
  return (
    <article className={details.details} aria-label={title}>
      {photo}
      <header className={details.header}>
        <div className={details.title}>
          <h2>{title}</h2>
          <p className={styles.state}>{state}</p>
          {words === "" ? null : <p className={details.place}>{words}</p>}
        </div>
        {locator === null ? null : <Locator time={locator.time} street={locator.street} size={72} />}
      </header>
      <PlaceActions city={city} name={title} place={place} path={path} here={here}>
        {action}
      </PlaceActions>
      {children}
    </article>
  );
}
