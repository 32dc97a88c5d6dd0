import { useNavigate } from "@tanstack/react-router";
import { type Ref, useLayoutEffect, useMemo } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { CommunityLink } from "./community-link.tsx";
import { CommunityCard } from "#web/features/communities/community-card.tsx";
import { downloadText, marksAsCsv } from "#web/features/explore/export-marks.ts";
import { useMarks } from "#web/features/explore/use-marks.ts";
import { BrowseCamps } from "#web/features/map/panel/browse-camps.tsx";
import { CampPanel } from "#web/features/map/panel/camp-panel.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ExploreCamp, type Here } from "./explore-camp.tsx";

interface ExplorePanelProps {
  ref: Ref<HTMLElement>;
  /** What `ref` was given. */
  element: HTMLElement | null;
  city: City;
  /** The chosen camp; null when there is none. */
  campId: string | null;
  /** The chosen community, when no camp is chosen. */
  community: Community | null;
  /** The list is in front. */
  isBrowsing: boolean;
  camps: readonly Camp[];
  communities: readonly Community[];
  here: Here;
}

/** The panel beside the map: its state is the address, so that back, reload and sharing work. */
export function ExplorePanel(props: ExplorePanelProps) {
  const { ref, element, city, campId, community, isBrowsing, camps, communities, here } = props;
  const navigate = useNavigate();
  const camp = camps.find(({ id }) => id === campId);
  const marks = useMarks(here.isPersonKnown);
  const favourites = useMemo(
    () => new Set([...marks].flatMap(([id, { isFavourite }]) => (isFavourite ? [id] : []))),
    [marks],
  );
  const selectCamp = (id: string) => void navigate({ to: "/explore/camp/$id", params: { id } });

  // Another camp is another text: from its beginning.
  useLayoutEffect(() => {
    element?.querySelector("[role=tabpanel]:not([hidden])")?.scrollTo(0, 0);
  }, [element, campId]);

  function details() {
    if (camp !== undefined) {
      const claims = communities.filter(({ campId: claimed }) => claimed === camp.id);
      return (
        <ExploreCamp
          key={camp.id}
          city={city}
          camp={camp}
          camps={camps}
          claims={claims}
          mark={marks.get(camp.id)}
          here={here}
          onSelect={selectCamp}
        />
      );
    }
    if (community !== null)
      return <CommunityCard community={community} link={<CommunityLink id={community.id} />} />;
    if (campId === null) return null;
    return (
      <EmptyState
        title={camps.length === 0 ? "The camps are on their way" : "This camp is not on the map"}
        text="The list of all camps shows what is."
      />
    );
  }

  return (
    <CampPanel
      ref={ref}
      tab={isBrowsing ? "browse" : "details"}
      details={details()}
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
