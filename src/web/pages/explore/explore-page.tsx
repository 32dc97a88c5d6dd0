import { useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { List } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { communityOfItem } from "#web/features/communities/map-item.ts";
import { LayersTool } from "#web/features/map/layers/layers-tool.tsx";
import { MapTool } from "#web/features/map/view/map-controls.tsx";
import { LocateTool, OwnAddress } from "#web/features/map/position/own-address.tsx";
import { ownPlaceOf } from "#web/features/map/position/own-place.ts";
import { MapWithoutCity } from "#web/features/map/view/map-messages.tsx";
import { PlayaMap } from "#web/features/map/view/playa-map.tsx";
import { useCityAnswer } from "#web/features/map/use-city.ts";
import { useFix } from "#web/features/map/position/use-fix.ts";
import { needOfItem } from "#web/features/needs/map-item.ts";
import { resourceOfItem } from "#web/features/resources/map-item.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { useDialogSearch } from "#web/dialogs/use-dialog-search.ts";
import { useExploreItems } from "./explore-items.ts";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { useArrivals } from "./use-arrivals.ts";

// The map is there first: the panel brings search and directions along.
const ExplorePanel = lazy(async () => ({ default: (await import("./explore-panel.tsx")).ExplorePanel }));

const NO_PATH: readonly LocalPoint[] = [];

/** Nothing is drawn before it is known which city it is: another city's rings under these camps would lead people astray. */
export function ExplorePage() {
  const { city, retry } = useCityAnswer();
  return (
    <div className={styles.map}>
      <PageTitle view="Explore" />
      <VisuallyHidden as="h1">Explore</VisuallyHidden>
      {city === null ? <MapWithoutCity retry={retry} /> : <CityMap key={city.id} city={city} />}
    </div>
  );
}

function CityMap({ city }: { city: City }) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const explored = useExploreItems(city);
  const { person, items, camps, communities, resources, queued, theme } = explored;
  const asOf = useAsOf(resources);
  const campId = useMatch({ from: "/explore/camp/$id", shouldThrow: false })?.params.id ?? null;
  const { show, panel: wantedPanel } = useSearch({ from: "/explore" });
  const dialog = useDialogSearch();
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  const fixState = useFix();
  const [seek, setSeek] = useState(0);
  const [path, setPath] = useState(NO_PATH);
  const own = useMemo(() => ownPlaceOf(city, fixState.fix), [city, fixState.fix]);
  useArrivals(city, fixState.fix, explored);
  const isBrowsing = wantedPanel === "browse";
  const communityId = show === undefined ? null : communityOfItem(show);
  const community = communities.data?.find(({ id }) => id === communityId) ?? null;
  const openResource = dialog?.dialog === "resource" ? `resource:${dialog.id}` : null;
  const shown = show === undefined || communityId !== null ? show : `resource:${show}`;

  function handleSelect(itemId: string): void {
    const resourceId = resourceOfItem(itemId);
    const needId = needOfItem(itemId);
    if (itemId.startsWith("art:")) return;
    if (needId !== null) {
      void navigate({ to: "/needs", search: { show: needId } });
      return;
    }
    if (communityOfItem(itemId) !== null) void navigate({ to: "/explore", search: { show: itemId } });
    else if (resourceId === null) void navigate({ to: "/explore/camp/$id", params: { id: itemId } });
    else if (queued.some(({ id }) => id === resourceId)) openDialog({ dialog: "outbox" });
    else openDialog({ dialog: "resource", id: resourceId });
  }

  return (
    <>
      <PlayaMap
        city={city}
        items={items}
        selectedId={openResource ?? campId ?? shown ?? null}
        onSelect={handleSelect}
        theme={theme}
        onRetry={camps.isLoadingError ? () => void camps.refetch() : undefined}
        cover={panel}
        overlay={{ own, path, seek }}
        tools={
          <>
            <MapTool
              icon={List}
              label="Browse Camps"
              aria-expanded={isBrowsing}
              onClick={() =>
                void navigate(
                  isBrowsing
                    ? { to: "/explore" }
                    : { to: ".", search: (now) => ({ ...now, panel: "browse" }) },
                )
              }
            />
            <LayersTool />
            <LocateTool state={fixState} onLocate={() => setSeek(seek + 1)} />
          </>
        }
      />
      <OwnAddress city={city} state={fixState} />
      <AsOf at={asOf} className={styles.mapNote} />
      {campId === null && community === null && !isBrowsing ? null : (
        <Suspense>
          <ExplorePanel
            ref={setPanel}
            element={panel}
            city={city}
            campId={campId}
            community={campId === null ? community : null}
            isBrowsing={isBrowsing}
            camps={camps.data ?? []}
            communities={communities.data ?? []}
            here={{ isPersonKnown: person !== null, fixState, own, onPath: setPath }}
          />
        </Suspense>
      )}
    </>
  );
}
