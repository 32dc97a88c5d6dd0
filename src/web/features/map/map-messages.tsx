import { mapTexts } from "#shared/features/map/spec-constants.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Markers } from "./use-markers.ts";
import styles from "./playa-map.module.css";

/** What the map is doing, for the eye and the ear: loading, or showing only a part of what there is. */
export function MapStatus({ isReady, markers }: { isReady: boolean; markers: Markers }) {
  const { clusters, singles, inView } = markers;
  const isPartial = clusters.length === 0 && singles.length < inView;
  return (
    <>
      {isReady ? null : (
        <div className={styles.loading}>
          <Spinner label={mapTexts.loading} isLabelVisible />
        </div>
      )}
      <output className={styles.count}>{isPartial ? `${singles.length} of ${inView} shown` : ""}</output>
    </>
  );
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <ErrorState title={mapTexts.loadFailed} onRetry={onRetry} />
    </div>
  );
}
