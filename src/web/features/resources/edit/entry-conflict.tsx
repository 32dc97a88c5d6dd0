import type { Resource } from "#shared/features/resources/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PhotoRow, type RowPhoto } from "#web/features/photos/photo-row.tsx";
import type { ListingContent } from "../form/save-listing.ts";
import styles from "./entry-conflict.module.css";

interface EntryConflictProps {
  mine: ListingContent;
  /** The server's current record. */
  theirs: Resource;
  isBusy: boolean;
  onSendMine: () => void;
  onTakeTheirs: () => void;
}

/** Both versions of an entry, side by side. Both are preserved until the user chooses. */
export function EntryConflict({ mine, theirs, isBusy, onSendMine, onTakeTheirs }: EntryConflictProps) {
  return (
    <div className={styles.conflict}>
      <p role="alert">Someone changed this too. Which version do you want to keep?</p>
      <div className={styles.versions}>
        <Version
          heading="Yours"
          version={mine.draft}
          photos={mine.photos.map((photo) => rowPhotoOf(photo, theirs))}
        >
          <Button variant="primary" isBusy={isBusy} onClick={onSendMine}>
            {isBusy ? "Updating..." : "Keep mine"}
          </Button>
        </Version>
        <Version
          heading="On the server"
          version={theirs}
          photos={theirs.photos.gallery.map(({ path, thumbUrl }) => ({
            id: path,
            blob: null,
            url: thumbUrl,
          }))}
        >
          <Button onClick={onTakeTheirs}>Take this one</Button>
        </Version>
      </div>
    </div>
  );
}

function rowPhotoOf({ id, blob, storedPath }: ListingContent["photos"][number], theirs: Resource): RowPhoto {
  const stored = theirs.photos.gallery.find(({ path }) => path === storedPath);
  return { id, blob, url: stored?.thumbUrl ?? null };
}

interface VersionProps {
  heading: string;
  version: Pick<Resource, "title" | "description" | "availability">;
  photos: readonly RowPhoto[];
  children: React.ReactNode;
}

function Version({ heading, version, photos, children }: VersionProps) {
  return (
    <Card className={styles.version}>
      <h3>{heading}</h3>
      <dl className={styles.values}>
        <dt>Title</dt>
        <dd>{version.title}</dd>
        <dt>Description</dt>
        <dd className={styles.text}>{version.description}</dd>
        <dt>Status</dt>
        <dd>{version.availability}</dd>
        <dt>Photos</dt>
        <dd>
          <PhotoRow photos={photos} />
        </dd>
      </dl>
      {children}
    </Card>
  );
}
