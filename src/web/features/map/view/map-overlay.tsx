import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import type { OwnPlace } from "../position/own-place.ts";
import styles from "./map-overlay.module.css";

/** The user's overlay: their position and the requested route. */
export interface Overlay {
  ownPlace: OwnPlace;
  path: readonly LocalPoint[];
  /** Changing it moves the user's position into view. */
  seek: number;
}

/** Rendered on the map's stage, between its image and its markers. @param scale pixels per meter */
export function MapOverlay({ ownPlace, path, scale }: Omit<Overlay, "seek"> & { scale: number }) {
  const reach = ownPlace.accuracyM * scale;
  const translate = `${ownPlace.x * scale}px ${-ownPlace.y * scale}px`;
  return (
    <>
      {path.length < 2 ? null : (
        <svg className={styles.path} width="1" height="1" aria-hidden data-map-path>
          <polyline points={path.map(({ x, y }) => `${x * scale},${-y * scale}`).join(" ")} />
        </svg>
      )}
      {ownPlace.isReal ? (
        <i
          className={styles.accuracy}
          style={{ translate, inlineSize: 2 * reach, blockSize: 2 * reach }}
          aria-hidden
        />
      ) : null}
      {/* A wrong position at night is dangerous, so until there is a fix the middle of the map is only labelled as the Man. */}
      {ownPlace.isReal ? (
        <span className={styles.here} data-real style={{ translate }} aria-hidden>
          {mapTexts.hereMarker}
        </span>
      ) : null}
    </>
  );
}
