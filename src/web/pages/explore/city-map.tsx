import { List } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { idOfMarker } from "#shared/features/map/marker-id.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { LayersTool } from "#web/features/map/layers/layers-tool.tsx";
import { LocateTool, MapTool } from "#web/features/map/view/map-controls.tsx";
import { ownPlaceOf } from "#web/features/map/position/own-place.ts";
import { PlayaMap } from "#web/features/map/view/playa-map.tsx";
import { useFix } from "#web/features/map/position/use-fix.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { useExploreItems } from "./explore-items.ts";
import styles from "../page.module.css";
import type { MapPlaces } from "./use-selection.ts";

// The map loads first, because the panel imports search and directions.
const ExploreSearch = lazy(async () => ({ default: (await import("./explore-search.tsx")).ExploreSearch }));
const OwnAddress = lazy(async () => ({
  default: (await import("#web/features/map/view/own-address.tsx")).OwnAddress,
}));
const Arrivals = lazy(async () => ({ default: (await import("./arrivals.ts")).Arrivals }));
const ExplorePanel = lazy(async () => ({ default: (await import("./explore-panel.tsx")).ExplorePanel }));

const NO_PATH: readonly LocalPoint[] = [];
const NONE: ReadonlySet<string> = new Set();

interface CityMapProps {
  city: City;
  places: MapPlaces;
  /** The history index of the chat, if the shown place was opened from it. */
  chatIndex?: number | null;
  /** Ids of markers that light up. */
  litIds?: ReadonlySet<string>;
}

/** The map with its search, its tools and the panel of the selected place. */
export function CityMap({ city, places, chatIndex = null, litIds = NONE }: CityMapProps) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const { selection } = places;
  const explored = useExploreItems(city, selection, litIds);
  const { person, items, camps, resources, queued, theme } = explored;
  const openDialog = useOpenDialog();
  const fixState = useFix();
  const [seek, setSeek] = useState(0);
  const [path, setPath] = useState(NO_PATH);
  const ownPlace = useMemo(() => ownPlaceOf(city, fixState.fix), [city, fixState.fix]);

  function select(itemId: string, at: string | null): void {
    // The resource is still queued on this device, where only the outbox shows it.
    if (queued.some(({ id }) => id === idOfMarker("resource", itemId))) openDialog({ dialog: "outbox" });
    else places.select(itemId, at);
  }

  return (
    <>
      <PlayaMap
        city={city}
        items={items}
        selectedId={selection.itemId}
        onSelect={(itemId) => select(itemId, selection.at)}
        theme={theme}
        onRetry={camps.isLoadingError ? () => void camps.refetch() : undefined}
        panel={panel}
        overlay={{ ownPlace, path, seek }}
        tools={
          <>
            <MapTool
              icon={List}
              label="Browse Camps"
              aria-expanded={selection.isBrowsing}
              onClick={() => (selection.isBrowsing ? places.close() : places.browse(true))}
            />
            <LayersTool />
            <LocateTool state={fixState} onLocate={() => setSeek(seek + 1)} />
          </>
        }
      />
      <Suspense>
        <ExploreSearch city={city} onSelect={select} />
      </Suspense>
      {fixState.fix === null ? null : (
        <Suspense>
          <Arrivals city={city} fix={fixState.fix} explored={explored} />
        </Suspense>
      )}
      {fixState.isWatching || fixState.problem !== null ? (
        <Suspense>
          <OwnAddress city={city} state={fixState} />
        </Suspense>
      ) : null}
      <AsOf of={resources} className={styles.mapNote} />
      {selection.hasPanel ? (
        <Suspense>
          <ExplorePanel
            ref={setPanel}
            element={panel}
            city={city}
            places={places}
            explored={explored}
            here={{ isPersonKnown: person !== null, fixState, ownPlace, onPath: setPath }}
            chatIndex={chatIndex}
          />
        </Suspense>
      ) : null}
    </>
  );
}
