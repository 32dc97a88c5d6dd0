import type { City } from "#shared/features/map/city/city.ts";
import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import type { View } from "#shared/features/map/view/view.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { LoadingMap } from "#web/ui/state/loading-map.tsx";
import type { Markers } from "../layers/use-markers.ts";
import { MapSummary } from "./map-summary.tsx";
import styles from "./playa-map.module.css";

interface MapStatusProps {
  city: City;
  isReady: boolean;
  markers: Markers;
  view: View;
}

/** The map's status, visible and announced: loading, its content, and whether it is incomplete. */
export function MapStatus({ city, isReady, markers, view }: MapStatusProps) {
  const { clusters, singles, inView } = markers;
  const isPartial = clusters.length === 0 && singles.length < inView;
  return (
    <>
      {isReady ? null : <LoadingMap label={mapTexts.loading} />}
      <output className={styles.count}>{isPartial ? `${singles.length} of ${inView} shown` : ""}</output>
      <MapSummary city={city} markers={markers} view={view} />
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

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <ErrorState title={mapTexts.loadFailed} onRetry={onRetry} />
    </div>
  );
}
