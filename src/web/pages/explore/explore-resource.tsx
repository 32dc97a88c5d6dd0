import type { City } from "#shared/features/map/city/city.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { Photo } from "#web/features/photos/photo.tsx";
import { BorrowButton } from "#web/dialogs/resource/borrow-button.tsx";
import { AvailabilityTag } from "#web/features/resources/view/availability-tag.tsx";
import { resourceTypeLabel } from "#web/features/resources/view/resource-type-label.ts";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./explore-panel.module.css";
import { type Here, placeLine } from "./here.ts";
import { PlaceActions } from "./place-actions.tsx";
import { PlaceCard } from "./place-card.tsx";

interface ExploreResourceProps {
  city: City;
  resource: Resource;
  /** Path of its page on the map. */
  path: string;
  here: Here;
}

/** A thing of the library beside the map. Its history and contact are in its own dialog. */
export function ExploreResource({ city, resource, path, here }: ExploreResourceProps) {
  const openDialog = useOpenDialog();
  const { title, location } = resource;
  const place = location === null ? null : { latitude: location.lat, longitude: location.lon };
  const address = location?.address ?? "";
  // The others are among all details.
  const [photo] = resource.photos.gallery;
  return (
    <PlaceCard
      title={title}
      address={address}
      line={place === null ? null : placeLine(city, address, place, here.own)}
      photo={
        photo === undefined ? null : <Photo className={styles.photo} url={photo.url} path={photo.path} />
      }
      state={
        <>
          <Tag>{resourceTypeLabel(resource.type)}</Tag>
          <AvailabilityTag resource={resource} />
        </>
      }
      actions={
        <PlaceActions city={city} name={title} place={place} path={path} here={here}>
          <BorrowButton resource={resource} />
        </PlaceActions>
      }
    >
      <p className={styles.about}>{resource.description}</p>
      <p className={styles.note}>
        Shared by <bdi>{resource.pseudonym}</bdi> with <bdi>{resource.communityName}</bdi>
      </p>
      <div className={styles.more}>
        <Button onClick={() => openDialog({ dialog: "resource", id: resource.id })}>All details</Button>
      </div>
    </PlaceCard>
  );
}
