import { List } from "lucide-react";
import { useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { idOfMarker } from "#shared/features/map/marker-id.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSearchThings } from "#web/dialogs/palette/search-things.ts";
import { LayersTool } from "#web/features/map/layers/layers-tool.tsx";
import { OwnAddress } from "#web/features/map/view/own-address.tsx";
import { LocateTool, MapTool } from "#web/features/map/view/map-controls.tsx";
import { MapSearch } from "#web/features/map/search/map-search.tsx";
import { ownPlaceOf } from "#web/features/map/position/own-place.ts";
import { PlayaMap } from "#web/features/map/view/playa-map.tsx";
import { MapWithoutCity } from "#web/features/map/view/map-messages.tsx";
import { useCityAnswer } from "#web/features/map/use-city.ts";
import { useFix } from "#web/features/map/position/use-fix.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Arrivals } from "./arrivals.ts";
import { useExploreItems } from "./explore-items.ts";
import { ExplorePanel, useChatBefore } from "./explore-panel.tsx";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { type MapPlaces, useAddressPlaces } from "./use-selection.ts";

const NO_PATH: readonly LocalPoint[] = [];
const NONE: ReadonlySet<string> = new Set();

/** Draws no camp before the city is loaded, because the camps would appear over the rings of another city. */
export function ExplorePage() {
  const { city, retry } = useCityAnswer();
  const chatIndex = useChatBefore();
  return (
    <div className={styles.map}>
      <PageTitle view="Explore" />
      <VisuallyHidden as="h1">Explore</VisuallyHidden>
      {city === null ? (
        <MapWithoutCity retry={retry} />
      ) : (
        <AddressedMap key={city.id} city={city} chatIndex={chatIndex} />
      )}
    </div>
  );
}

function AddressedMap({ city, chatIndex }: { city: City; chatIndex: number | null }) {
  const places = useAddressPlaces();
  // Only a place that was chosen in the chat has a conversation to return to.
  const [isFromChat] = useState(chatIndex !== null && places.selection.itemId !== null);
  return <CityMap city={city} places={places} chatIndex={isFromChat ? chatIndex : null} />;
}

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
  const things = useSearchThings(city);
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
      <MapSearch city={city} things={things} onSelect={select} />
      {fixState.fix === null ? null : <Arrivals city={city} fix={fixState.fix} explored={explored} />}
      {fixState.isWatching || fixState.problem !== null ? <OwnAddress city={city} state={fixState} /> : null}
      <AsOf of={resources} className={styles.mapNote} />
      {selection.hasPanel ? (
        <ExplorePanel
          ref={setPanel}
          element={panel}
          city={city}
          places={places}
          explored={explored}
          here={{ isPersonKnown: person !== null, fixState, ownPlace, onPath: setPath }}
          chatIndex={chatIndex}
        />
      ) : null}
    </>
  );
}
