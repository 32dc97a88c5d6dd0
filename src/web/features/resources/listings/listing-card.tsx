import type { ReactNode } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { Card, cardCover } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/base/class-names.ts";
import styles from "./listing-card.module.css";
import { KindPlate } from "../view/kind-plate.tsx";
import type { QueuedResource } from "../form/queued-resources.ts";
import { AvailabilityTag } from "../view/availability-tag.tsx";
import { resourceTypeLabel } from "../view/resource-type-label.ts";
import { useObjectUrl } from "#web/features/photos/use-object-url.ts";
import { Photo } from "#web/features/photos/photo.tsx";

interface ListingCardProps {
  resource: Resource;
  /** Shows the image above the text instead of beside it. */
  isTile?: boolean;
  /** Its distance, in words. */
  distance?: string | null;
  /** Whether it is the open listing, in a layout that opens it beside the list. Undefined where it opens a dialog. */
  isCurrent?: boolean | undefined;
  onOpen: () => void;
}

export function ListingCard({ resource, distance = null, ...rest }: ListingCardProps) {
  const [photo] = resource.photos.gallery;
  return (
    <Listing
      {...rest}
      resource={resource}
      photo={photo === undefined ? null : { url: photo.thumbUrl, path: photo.path }}
      note={
        resource.status === "archived" ? (
          <Tag className={styles.note}>Archived</Tag>
        ) : (
          <AvailabilityTag resource={resource} isQuiet />
        )
      }
      distance={distance}
    />
  );
}

/** A resource that exists only on this device, shown among the server's. @param onOpen shows the outbox */
export function QueuedListingCard({ resource, onOpen }: { resource: QueuedResource; onOpen: () => void }) {
  const url = useObjectUrl(resource.photo);
  return (
    <Listing
      resource={resource}
      photo={url === null ? null : { url }}
      isQueued
      note={
        <Tag className={styles.note}>{resource.isStuck ? "Needs your decision" : "Waiting to be sent"}</Tag>
      }
      onOpen={onOpen}
    />
  );
}

interface ListingProps extends Omit<ListingCardProps, "resource"> {
  resource: Pick<Resource, "title" | "description" | "type" | "location">;
  photo: { url: string; path?: string } | null;
  note: ReactNode;
  isQueued?: boolean;
}

function Listing({ resource, photo, note, isTile = false, isQueued = false, ...rest }: ListingProps) {
  const { title, description, type, location } = resource;
  const wordsOf = useAddressWords();
  const { distance = null, isCurrent, onOpen } = rest;
  // A tile without a photo already shows its kind.
  const isKindShown = !isTile || photo !== null;
  const plate = <KindPlate resource={resource} isTile={isTile} />;
  const where = [wordsOf(location?.address ?? ""), distance].filter(Boolean).join(", ");
  return (
    <Card
      isTappable
      className={classNames(styles.card, isTile && styles.tile)}
      data-queued={isQueued || undefined}
      data-current={isCurrent === true || undefined}
    >
      {photo === null ? plate : <Photo {...photo} className={styles.photo} loading="lazy" fallback={plate} />}
      <div className={styles.words}>
        <button
          type="button"
          className={`${cardCover} ${styles.title}`}
          aria-haspopup={isCurrent === undefined ? "dialog" : undefined}
          aria-current={isCurrent === true || undefined}
          onClick={onOpen}
        >
          {title}
        </button>
        <p className={styles.description}>{description}</p>
        <p className={styles.line}>
          {note}
          {isKindShown ? <Tag>{resourceTypeLabel(type)}</Tag> : null}
          {where === "" ? null : <span>{where}</span>}
        </p>
      </div>
    </Card>
  );
}
