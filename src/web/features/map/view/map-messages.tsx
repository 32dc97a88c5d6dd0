import { useEffect, useState } from "react";
import { type City, findStreet } from "#shared/features/map/city/city.ts";
import { reverse, toGeo } from "#shared/features/map/city/geometry.ts";
import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import type { View } from "#shared/features/map/view/view.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { LoadingMap } from "#web/ui/state/loading-map.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { Markers } from "../layers/use-markers.ts";
import styles from "./playa-map.module.css";

/** Milliseconds the map must be still before its content is announced. */
const CALM_MS = 900;

interface MapStatusProps {
  city: City;
  isReady: boolean;
  markers: Markers;
  view: View;
}

/** The map's status, visible and announced: loading, its content, and whether it shows only a part. */
export function MapStatus({ city, isReady, markers, view }: MapStatusProps) {
  const { clusters, singles, inView } = markers;
  const isPartial = clusters.length === 0 && singles.length < inView;
  const summary = summaryOf(city, markers, view);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(summary), CALM_MS);
    return () => clearTimeout(timer);
  }, [summary]);
  return (
    <>
      {isReady ? null : <LoadingMap label={mapTexts.loading} />}
      <output className={styles.count}>{isPartial ? `${singles.length} of ${inView} shown` : ""}</output>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </>
  );
}

/** Shown instead of the map until its city is known. @param retry set when loading has failed */
export function MapWithoutCity({ retry }: { retry: (() => void) | null }) {
  return (
    <section className={styles.map} aria-label="Map of the city">
      {retry === null ? <LoadingMap label={mapTexts.loading} /> : <LoadFailure onRetry={retry} />}
    </section>
  );
}

/** "1,431 places in 16 groups and 12 single places in view, around 7:30 & Delight." */
function summaryOf(city: City, { clusters, inView }: Markers, view: View): string {
  const grouped = clusters.reduce((sum, { count }) => sum + count, 0);
  const groups =
    clusters.length === 0 ? "" : ` ${grouped.toLocaleString("en")} in ${clusters.length} groups,`;
  const { street, time, distance } = reverse(city, toGeo(city, view));
  const middle =
    street !== null
      ? `${time} & ${findStreet(city, street)?.name ?? street}`
      : distance < 250
        ? "the Man"
        : time;
  return `In view around ${middle}:${groups} ${inView.toLocaleString("en")} single places.`;
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <ErrorState title={mapTexts.loadFailed} onRetry={onRetry} />
    </div>
  );
}
