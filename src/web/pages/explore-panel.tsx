import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useLayoutEffect } from "react";
import type { Camp } from "#shared/features/map/camp.ts";
import { specCity } from "#shared/features/map/city.ts";
import { nearbyOf } from "#shared/features/map/nearby.ts";
import { BrowseCamps } from "../features/map/panel/browse-camps.tsx";
import { CampDetails } from "../features/map/panel/camp-details.tsx";
import { CampPanel } from "../features/map/panel/camp-panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface ExplorePanelProps {
  ref: RefObject<HTMLElement | null>;
  /** The chosen camp; null when there is none. */
  campId: string | null;
  /** The list is in front. */
  isBrowsing: boolean;
  camps: readonly Camp[];
}

/** The panel beside the map: its state is the address, so that back, reload and sharing work. */
export function ExplorePanel({ ref, campId, isBrowsing, camps }: ExplorePanelProps) {
  const navigate = useNavigate();
  const camp = camps.find(({ id }) => id === campId);
  const selectCamp = (id: string) => void navigate({ to: "/explore/camp/$id", params: { id } });

  // Another camp is another text: from its beginning.
  useLayoutEffect(() => {
    ref.current?.querySelector("[role=tabpanel]:not([hidden])")?.scrollTo(0, 0);
  }, [ref, campId]);

  return (
    <CampPanel
      ref={ref}
      tab={isBrowsing ? "browse" : "details"}
      details={
        campId === null ? null : camp === undefined ? (
          <EmptyState
            title={camps.length === 0 ? "The camps are on their way" : "This camp is not on the map"}
            text="The list of all camps shows what is."
          />
        ) : (
          <CampDetails camp={camp} nearby={nearbyOf(specCity, camps, camp)} onSelect={selectCamp} />
        )
      }
      browse={<BrowseCamps city={specCity} camps={camps} favourites={new Set()} onSelect={selectCamp} />}
      onTab={(tab) =>
        void navigate({
          to: ".",
          replace: true,
          search: ({ panel: _, ...rest }) => (tab === "browse" ? { ...rest, panel: tab } : rest),
        })
      }
      onClose={() => void navigate({ to: "/explore" })}
    />
  );
}
