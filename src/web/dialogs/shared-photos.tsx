import { useEffect, useState } from "react";
import styles from "./shared-photos.module.css";

/** Thumbnails of the shared photos. */
export function SharedPhotos({ photos }: { photos: readonly File[] }) {
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = photos.map((photo) => URL.createObjectURL(photo));
    // oxlint-disable-next-line react/set-state-in-effect -- object URLs live outside React and must be revoked
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [photos]);
  if (urls.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label="Shared pictures">
      {urls.map((url, index) => (
        <li key={url}>
          <img src={url} alt={photos[index]?.name ?? "Picture"} />
        </li>
      ))}
    </ul>
  );
}
