import { useQuery } from "@tanstack/react-query";
import { useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { List } from "lucide-react";
import { lazy, Suspense, useMemo, useRef } from "react";
import { useOpenDialog } from "../dialog-navigation.ts";
import { campQueries } from "../features/map/api.ts";
import { campItem } from "../features/map/camp-item.ts";
import { MapTool } from "../features/map/map-controls.tsx";
import { useCity } from "../features/map/use-city.ts";
import { PlayaMap } from "../features/map/playa-map.tsx";
import { resourceQueries } from "../features/resources/api.ts";
import { resourceItem, resourceOfItem } from "../features/resources/map-item.ts";
import { useQueuedResources } from "../features/resources/use-queued-resources.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { useTheme } from "../lib/use-theme.ts";
import { AsOf } from "../ui/as-of.tsx";
import { useDialogSearch } from "../use-dialog-search.ts";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

// The map is there first: the panel brings the kit of its tabs along.
const ExplorePanel = lazy(async () => ({ default: (await import("./explore-panel.tsx")).ExplorePanel }));

/** The map knows no resources and resources know no map: this page introduces them. */
export function ExplorePage() {
  const theme = useTheme();
  const city = useCity();
  const panel = useRef<HTMLElement>(null);
  const camps = useQuery(campQueries.all());
  const resources = useQuery(resourceQueries.onMap());
  const queued = useQueuedResources(resources.data);
  const asOf = useAsOf(resources);
  const campId = useMatch({ from: "/explore/camp/$id", shouldThrow: false })?.params.id ?? null;
  const { show, panel: wantedPanel } = useSearch({ from: "/explore" });
  const dialog = useDialogSearch();
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  const isBrowsing = wantedPanel === "browse";
  // The map draws anew when it is handed a new array.
  const items = useMemo(
    () =>
      [
        ...(camps.data ?? []).map((camp) => campItem(city, camp, theme)),
        ...[...(resources.data ?? []), ...queued].map((resource) => resourceItem(resource, theme)),
      ].filter((item) => item !== null),
    [city, camps.data, resources.data, queued, theme],
  );
  const openResource = dialog?.dialog === "resource" ? `resource:${dialog.id}` : null;
  const shownResource = show === undefined ? null : `resource:${show}`;

  function handleSelect(itemId: string): void {
    const resourceId = resourceOfItem(itemId);
    if (resourceId === null) void navigate({ to: "/explore/camp/$id", params: { id: itemId } });
    else if (queued.some(({ id }) => id === resourceId)) openDialog({ dialog: "outbox" });
    else openDialog({ dialog: "resource", id: resourceId });
  }

  return (
    <div className={styles.map}>
      <PageTitle view="Explore" />
      <PlayaMap
        key={city.id}
        city={city}
        items={items}
        selectedId={openResource ?? campId ?? shownResource}
        onSelect={handleSelect}
        theme={theme}
        onRetry={camps.isLoadingError ? () => void camps.refetch() : undefined}
        cover={panel}
        tools={
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
        }
      />
      <AsOf at={asOf} className={styles.mapNote} />
      {campId === null && !isBrowsing ? null : (
        <Suspense>
          <ExplorePanel ref={panel} campId={campId} isBrowsing={isBrowsing} camps={camps.data ?? []} />
        </Suspense>
      )}
    </div>
  );
}
