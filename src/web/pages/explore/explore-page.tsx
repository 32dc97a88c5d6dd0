import { useNavigate } from "@tanstack/react-router";
import { List } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { LayersTool } from "#web/features/map/layers/layers-tool.tsx";
import { MapTool } from "#web/features/map/view/map-controls.tsx";
import { LocateTool, OwnAddress } from "#web/features/map/view/own-address.tsx";
import { ownPlaceOf } from "#web/features/map/position/own-place.ts";
import { MapWithoutCity } from "#web/features/map/view/map-messages.tsx";
import { PlayaMap } from "#web/features/map/view/playa-map.tsx";
import { useCityAnswer } from "#web/features/map/use-city.ts";
import { useFix } from "#web/features/map/position/use-fix.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { useChatBefore } from "./back-to-chat.tsx";
import { useExploreItems } from "./explore-items.ts";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { useSelect, useSelection } from "./use-selection.ts";

// The map comes first: the panel imports search and directions.
const ExploreSearch = lazy(async () => ({ default: (await import("./explore-search.tsx")).ExploreSearch }));
const Arrivals = lazy(async () => ({ default: (await import("./arrivals.ts")).Arrivals }));
const ExplorePanel = lazy(async () => ({ default: (await import("./explore-panel.tsx")).ExplorePanel }));

const NO_PATH: readonly LocalPoint[] = [];

/** No camp is drawn before the city is known: the rings of another city under these camps would mislead. */
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
        <CityMap key={city.id} city={city} chatIndex={chatIndex} />
      )}
    </div>
  );
}

function CityMap({ city, chatIndex }: { city: City; chatIndex: number | null }) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const selection = useSelection();
  const explored = useExploreItems(city, selection);
  const { person, items, camps, resources, queued, theme } = explored;
  const select = useSelect(queued);
  const fixState = useFix();
  const [seek, setSeek] = useState(0);
  const [path, setPath] = useState(NO_PATH);
  const own = useMemo(() => ownPlaceOf(city, fixState.fix), [city, fixState.fix]);
  // Only a place that was chosen in the chat has a conversation to go back to.
  const [isFromChat] = useState(chatIndex !== null && selection.itemId !== null);

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
        overlay={{ own, path, seek }}
        tools={
          <>
            <BrowseTool isBrowsing={selection.isBrowsing} />
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
      <OwnAddress city={city} state={fixState} />
      <AsOf of={resources} className={styles.mapNote} />
      {selection.hasPanel ? (
        <Suspense>
          <ExplorePanel
            ref={setPanel}
            element={panel}
            city={city}
            selection={selection}
            explored={explored}
            here={{ isPersonKnown: person !== null, fixState, own, onPath: setPath }}
            chatIndex={isFromChat ? chatIndex : null}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function BrowseTool({ isBrowsing }: { isBrowsing: boolean }) {
  const navigate = useNavigate();
  return (
    <MapTool
      icon={List}
      label="Browse Camps"
      aria-expanded={isBrowsing}
      onClick={() =>
        void navigate(
          isBrowsing ? { to: "/explore" } : { to: ".", search: (now) => ({ ...now, panel: "browse" }) },
        )
      }
    />
  );
}
