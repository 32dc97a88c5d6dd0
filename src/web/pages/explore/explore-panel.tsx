import { useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, type Ref, useLayoutEffect, useMemo, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { idOfMarker } from "#shared/features/map/marker-id.ts";
import { linkOf } from "#web/features/map/show-search.ts";
import { isSignKind } from "#shared/features/map/city/services.ts";
import { downloadText, marksAsCsv } from "#web/features/explore/export-marks.ts";
import { leftMarks, useMarks } from "#web/features/explore/marks.ts";
import { queueMark } from "#web/features/explore/queue-mark.ts";
import { BrowseCamps } from "#web/features/map/panel/browse-camps.tsx";
import { CampPanel } from "#web/features/map/panel/camp-panel.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "./explore-panel.module.css";
import { ExploreCamp } from "./explore-camp.tsx";
import type { useExploreItems } from "./explore-items.ts";
import { ExploreCommunity, ExploreNeed, ExploreResource, ExploreSpot } from "./place-cards.tsx";
import type { Here } from "./place-actions.tsx";
import { ExploreStack } from "./stack-card.tsx";
import type { MapPlaces } from "./use-selection.ts";

interface ExplorePanelProps {
  ref: Ref<HTMLElement>;
  /** The panel's element, as given to `ref`. */
  element: HTMLElement | null;
  city: City;
  places: MapPlaces;
  explored: ReturnType<typeof useExploreItems>;
  here: Here;
  /** The history index of the chat; null when the map was not opened from it. */
  chatIndex: number | null;
}

/** The panel beside the map, the same for everything on it. */
export function ExplorePanel(props: ExplorePanelProps) {
  const { ref, element, city, places, explored, here, chatIndex } = props;
  const { selection, select } = places;
  const camps = explored.camps.data ?? [];
  const marks = useMarks(here.isPersonKnown);
  const favourites = useMemo(
    () => new Set([...marks].flatMap(([id, { isFavourite }]) => (isFavourite ? [id] : []))),
    [marks],
  );
  const isCamp = selection.itemId === null || selection.campId !== null;

  // Scrolls to the top when another place is shown.
  useLayoutEffect(() => {
    element?.querySelector("[role=tabpanel]:not([hidden])")?.scrollTo(0, 0);
  }, [element, selection.itemId]);

  return (
    <CampPanel
      ref={ref}
      tab={selection.isBrowsing ? "browse" : "details"}
      detailsLabel={isCamp ? "Camp Details" : "Details"}
      details={
        selection.itemId === null ? null : (
          <>
            {chatIndex === null ? null : <BackToChat chatIndex={chatIndex} />}
            <Details key={selection.itemId} {...props} onSelect={select} mark={marks.get(selection.itemId)} />
          </>
        )
      }
      browse={
        <BrowseCamps
          city={city}
          camps={camps}
          favourites={favourites}
          left={explored.camps.data === undefined ? [] : leftMarks(marks, camps)}
          onForget={(camp) => void queueMark(camp, { isFavourite: false, note: "" })}
          onSelect={select}
          onExport={() => downloadText("looby-camps.csv", "text/csv", marksAsCsv(marks, camps))}
        />
      }
      onTab={(tab) => places.browse(tab === "browse")}
      onClose={places.close}
    />
  );
}

interface DetailsProps extends ExplorePanelProps {
  mark: Parameters<typeof ExploreCamp>[0]["mark"];
  onSelect: (itemId: string) => void;
}

/** Shows the selected item, by its kind. */
function Details({ city, places, explored, here, mark, onSelect }: DetailsProps): ReactNode {
  const router = useRouter();
  const { campId, itemId, at } = places.selection;
  const camps = explored.camps.data ?? [];
  const communities = explored.communities.data ?? [];
  if (itemId === null) return null;
  const shared = { city, here, path: router.buildLocation(linkOf(itemId, at)).href };
  const camp = camps.find(({ id }) => id === campId);
  if (camp !== undefined) {
    const claims = communities.filter(({ campId: claimed }) => claimed === camp.id);
    return (
      <ExploreCamp {...shared} camp={camp} camps={camps} claims={claims} mark={mark} onSelect={onSelect} />
    );
  }
  const resource = explored.listed.find(({ id }) => id === idOfMarker("resource", itemId));
  if (resource !== undefined) return <ExploreResource {...shared} resource={resource} />;
  const stack = explored.stacks.find(({ id }) => id === itemId);
  if (stack !== undefined) return <ExploreStack {...shared} things={stack.things} onSelect={onSelect} />;
  const community = communities.find(({ id }) => id === idOfMarker("community", itemId));
  if (community !== undefined) return <ExploreCommunity {...shared} community={community} />;
  const need = explored.needs.data?.find(({ id }) => id === idOfMarker("need", itemId));
  if (need !== undefined) return <ExploreNeed {...shared} need={need} />;
  const spot = explored.all.find(
    ({ id, kind }) => id === itemId && (kind === "art" || kind === "place" || isSignKind(kind)),
  );
  if (spot !== undefined) return <ExploreSpot {...shared} item={spot} camps={camps} onSelect={onSelect} />;
  return campId === null ? (
    <EmptyState
      title="This is not on the map"
      text="It may have been removed, or it has no place on the map."
    />
  ) : (
    <EmptyState
      title={camps.length === 0 ? "Loading the camps" : "This camp is not on the map"}
      text="Browse all camps instead."
    />
  );
}

/**
 * Returns the history index of the chat from which this page was opened; null when it was opened from elsewhere. Call it where the page
 * mounts: until its first render ends, the router still has the previous page.
 */
export function useChatBefore(): number | null {
  const router = useRouter();
  const [chatIndex] = useState(() => {
    const before = router.state.resolvedLocation;
    return before?.pathname === "/" ? indexOf(before.state) : null;
  });
  return chatIndex;
}

/** The number of history entries before this one. */
function indexOf(state: { __TSR_index?: number }): number {
  return state.__TSR_index ?? 0;
}

/** Returns to the conversation where the user left it, regardless of the places opened on the map since. */
function BackToChat({ chatIndex }: { chatIndex: number }) {
  const router = useRouter();
  return (
    <button
      type="button"
      className={styles.back}
      onClick={() => {
        const steps = chatIndex - indexOf(router.state.location.state);
        if (steps < 0) router.history.go(steps);
        else void router.navigate({ to: "/" });
      }}
    >
      <ArrowLeft aria-hidden size={20} strokeWidth={1.8} /> Back to chat
    </button>
  );
}
