import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { Photo } from "#web/features/photos/photo.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./photo-carousel.module.css";

interface PhotoCarouselProps {
  /** Title of the resource in the photos. */
  title: string;
  photos: readonly { path: string; url: string; thumbUrl: string }[];
  /** Shown when a photo does not load. */
  nothing: ReactNode;
}

/** Shows one photo at a time, with navigation by arrows, keys, swipe or thumbnails. It wraps around. */
export function PhotoCarousel({ title, photos, nothing }: PhotoCarouselProps) {
  const [wanted, setWanted] = useState(0);
  const [from, setFrom] = useState<number | null>(null);
  const count = photos.length;
  // A photo may have been removed while the dialog was open.
  const index = Math.min(wanted, count - 1);
  const photo = photos[index];
  if (photo === undefined) return null;
  const turn = (step: number): void => setWanted(nextPhoto(index, step, count));

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || count === 1) return;
    event.preventDefault();
    turn(step);
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>): void {
    const moved = from === null ? 0 : event.clientX - from;
    setFrom(null);
    if (count > 1 && Math.abs(moved) >= SWIPE) turn(moved < 0 ? 1 : -1);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside
    <div
      className={styles.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={`Photos of ${title}`}
      onKeyDown={handleKey}
    >
      <div
        className={styles.stage}
        onPointerDown={(event) => setFrom(event.clientX)}
        onPointerUp={handlePointerUp}
        onPointerCancel={() => setFrom(null)}
      >
        <Photo
          key={photo.path}
          className={styles.photo}
          url={photo.url}
          path={photo.path}
          alt={`${title}, ${index + 1} of ${count}`}
          fallback={nothing}
        />
        {count === 1 ? null : (
          <>
            <IconButton
              className={styles.back}
              icon={ChevronLeft}
              label="Previous photo"
              onClick={() => turn(-1)}
            />
            <IconButton
              className={styles.forth}
              icon={ChevronRight}
              label="Next photo"
              onClick={() => turn(1)}
            />
            <span className={styles.dots} aria-hidden>
              {photos.map(({ path }, place) => (
                <span key={path} className={styles.dot} data-current={place === index || undefined} />
              ))}
            </span>
          </>
        )}
      </div>
      {count === 1 ? null : (
        <ul className={styles.thumbs} aria-label="All photos">
          {photos.map(({ path, thumbUrl }, place) => (
            <li key={path}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={`Show photo ${place + 1}`}
                aria-current={place === index || undefined}
                onClick={() => setWanted(place)}
              >
                <Photo className={undefined} url={thumbUrl} path={path} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Minimum horizontal distance of a swipe in pixels; a shorter movement is an imprecise tap. */
const SWIPE = 40;

/** Index of the photo this many steps away, wrapping around. */
export function nextPhoto(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (((index + step) % count) + count) % count;
}
