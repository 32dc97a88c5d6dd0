import { useObjectUrl } from "#web/features/photos/use-object-url.ts";
import styles from "./shared-photos.module.css";

/** Thumbnails of the shared photos. */
export function SharedPhotos({ photos }: { photos: readonly File[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label="Shared pictures">
      {photos.map((photo, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- never reordered, and two may have one name
        <li key={index}>
          <SharedPhoto photo={photo} />
        </li>
      ))}
    </ul>
  );
}

function SharedPhoto({ photo }: { photo: File }) {
  return <img src={useObjectUrl(photo) ?? undefined} alt={photo.name} />;
}
