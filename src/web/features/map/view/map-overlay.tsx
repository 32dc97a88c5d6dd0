import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import type { OwnPlace } from "../position/own-place.ts";
import styles from "./map-overlay.module.css";

/** What lies over the city for one person: where they are, and the way they are shown. */
export interface Overlay {
  own: OwnPlace;
  path: readonly LocalPoint[];
  /** Another number brings one's own place into view. */
  seek: number;
}

/** On the map's stage, between its picture and its markers. @param scale pixels per metre */
export function MapOverlay({ own, path, scale }: Omit<Overlay, "seek"> & { scale: number }) {
  const reach = own.accuracyM * scale;
  const translate = `${own.x * scale}px ${-own.y * scale}px`;
  return (
    <>
      {path.length < 2 ? null : (
        <svg className={styles.path} width="1" height="1" aria-hidden data-map-path>
          <polyline points={path.map(({ x, y }) => `${x * scale},${-y * scale}`).join(" ")} />
        </svg>
      )}
      {own.isReal ? (
        <i
          className={styles.accuracy}
          style={{ translate, inlineSize: 2 * reach, blockSize: 2 * reach }}
          aria-hidden
        />
      ) : null}
      <span className={styles.here} data-real={own.isReal || undefined} style={{ translate }} aria-hidden>
        {mapTexts.hereMarker}
      </span>
    </>
  );
}
