import type { Resource } from "#shared/features/resources/contract.ts";
import { Card, cardCover } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/base/class-names.ts";
import styles from "./listing-card.module.css";
import type { QueuedResource } from "../add/queued-resources.ts";
import { resourceTypeLabel } from "../view/resource-type-label.ts";
import { useObjectUrl } from "#web/features/photos/use-object-url.ts";

interface ListingCardProps {
  resource: Resource;
  /** The picture above the words instead of beside them. */
  isTile?: boolean;
  onOpen: () => void;
}

export function ListingCard({ resource, isTile = false, onOpen }: ListingCardProps) {
  return (
    <Listing
      resource={resource}
      photoUrl={resource.photos.gallery[0]?.thumbUrl ?? null}
      note={resource.status === "archived" ? "Archived" : availabilityNote[resource.availability]}
      isTile={isTile}
      onOpen={onOpen}
    />
  );
}

const availabilityNote: Record<Resource["availability"], string | null> = {
  available: null,
  unavailable: "Unavailable",
  maintenance: "In maintenance",
};

/** A resource that is on this device only, among those of the server. @param onOpen shows what waits */
export function QueuedListingCard({ resource, onOpen }: { resource: QueuedResource; onOpen: () => void }) {
  const photoUrl = useObjectUrl(resource.photo);
  return (
    <Listing
      resource={resource}
      photoUrl={photoUrl}
      isQueued
      note={resource.isStuck ? "Needs your decision" : "Waiting to be sent"}
      onOpen={onOpen}
    />
  );
}

interface ListingProps {
  resource: Pick<Resource, "title" | "description" | "type" | "location">;
  photoUrl: string | null;
  note: string | null;
  isTile?: boolean;
  isQueued?: boolean;
  onOpen: () => void;
}

function Listing({ resource, photoUrl, note, isTile = false, isQueued = false, onOpen }: ListingProps) {
  const { title, description, type, location } = resource;
  return (
    <Card
      isTappable
      className={classNames(styles.card, isTile && styles.tile)}
      data-queued={isQueued || undefined}
    >
      {photoUrl === null ? (
        isTile ? (
          <div className={styles.photo} />
        ) : null
      ) : (
        <img className={styles.photo} src={photoUrl} alt="" loading="lazy" />
      )}
      <div className={styles.words}>
        <button
          type="button"
          className={`${cardCover} ${styles.title}`}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {title}
        </button>
        <p className={styles.description}>{description}</p>
        <p className={styles.line}>
          {note === null ? null : <Tag className={styles.note}>{note}</Tag>}
          <Tag>{resourceTypeLabel(type)}</Tag>
          {location === null ? null : <span>{location.address}</span>}
        </p>
      </div>
    </Card>
  );
}
