import { useState } from "react";
import { classNames } from "#web/ui/base/class-names.ts";
import styles from "./photo-row.module.css";
import { useObjectUrl } from "./use-object-url.ts";

/** A photo for display: a file of this device, or a link; neither when only its name is available. */
export interface RowPhoto {
  id: string;
  blob: Blob | null;
  url: string | null;
}

/** A row of small photos. */
export function PhotoRow({ photos }: { photos: readonly RowPhoto[] }) {
  if (photos.length === 0) return "None";
  return (
    <span className={styles.row}>
      {photos.map((photo, index) => (
        <SmallPhoto key={photo.id} photo={photo} name={`Photo ${index + 1} of ${photos.length}`} />
      ))}
    </span>
  );
}

function SmallPhoto({ photo, name }: { photo: RowPhoto; name: string }) {
  const objectUrl = useObjectUrl(photo.blob);
  // Links are valid for an hour, and none works offline.
  const [isBroken, setIsBroken] = useState(false);
  const source = objectUrl ?? photo.url;
  if (source === null || isBroken)
    return <span className={classNames(styles.photo, styles.words)}>{name}: no picture here</span>;
  return <img className={styles.photo} src={source} alt={name} onError={() => setIsBroken(true)} />;
}
