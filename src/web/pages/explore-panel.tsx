import { useNavigate } from "@tanstack/react-router";
import { lazy, type RefObject, Suspense, useLayoutEffect, useMemo } from "react";
import type { Camp } from "#shared/features/map/camp.ts";
import { nearbyOf } from "#shared/features/map/nearby.ts";
import { CampNote } from "../features/explore/camp-note.tsx";
import { downloadText, marksAsCsv } from "../features/explore/export-marks.ts";
import { FavouriteButton } from "../features/explore/favourite-button.tsx";
import { NO_MARK } from "../features/explore/marks.ts";
import { useMarks } from "../features/explore/use-marks.ts";
import { useCity } from "../features/map/use-city.ts";
import { BrowseCamps } from "../features/map/panel/browse-camps.tsx";
import { CampDetails } from "../features/map/panel/camp-details.tsx";
import { CampPanel } from "../features/map/panel/camp-panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import styles from "./explore-panel.module.css";

const CampOffers = lazy(async () => ({
  default: (await import("../features/map/panel/camp-offers.tsx")).CampOffers,
}));

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
  const city = useCity();
  const camp = camps.find(({ id }) => id === campId);
  const marks = useMarks();
  const mark = marks.get(campId ?? "") ?? NO_MARK;
  const favourites = useMemo(
    () => new Set([...marks].flatMap(([id, { isFavourite }]) => (isFavourite ? [id] : []))),
    [marks],
  );
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
          <CampDetails
            camp={camp}
            nearby={nearbyOf(city, camps, camp)}
            onSelect={selectCamp}
            actions={
              <div className={styles.campActions}>
                <FavouriteButton camp={camp} isFavourite={mark.isFavourite} />
              </div>
            }
          >
            <Suspense>
              <CampOffers campId={camp.id} />
            </Suspense>
            <CampNote key={camp.id} camp={camp} note={mark.note} />
          </CampDetails>
        )
      }
      browse={
        <BrowseCamps
          city={city}
          camps={camps}
          favourites={favourites}
          onSelect={selectCamp}
          onExport={() => downloadText("looby-camps.csv", "text/csv", marksAsCsv(marks, camps))}
        />
      }
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
