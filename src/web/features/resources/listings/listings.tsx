import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useId, useReducer, useRef } from "react";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import type { Resource } from "#shared/features/resources/contract.ts";
import { metresApart, metresInWords } from "#shared/distance.ts";
import type { Point } from "#shared/features/resources/near.ts";
import { resourceQueries } from "../api.ts";
import { ListingCard } from "./listing-card.tsx";
import { ListingsControls } from "./listings-controls.tsx";
import { ListingsSkeleton } from "./listings-skeleton.tsx";
import { changeListings, noFilters, openListings, storedTaste, storeTaste } from "./listings-view.ts";
import styles from "./listings.module.css";

interface ListingsProps {
  /** Null: of all communities. */
  communityId: string | null;
  /** The accessible name of the list. */
  label: string;
  /** The listing that is open beside the list, null when none is; undefined where listings open in a dialog. */
  currentId?: string | null | undefined;
  /** The communities with a name like a search text. @param isOnly only they are listed */
  communities?: (search: string, isOnly: boolean) => ReactNode;
  onOpen: (resourceId: string) => void;
}

/** The library in pages, with search, filter and order: of one community, or of all. */
export function Listings({ communityId, label, currentId, communities, onOpen }: ListingsProps) {
  const [view, change] = useReducer(changeListings, null, () => openListings(storedTaste()));
  const listings = useQuery({
    ...resourceQueries.listings(view, communityId),
    placeholderData: keepPreviousData,
    enabled: !view.isOfCommunities,
  });
  const asOf = useAsOf(listings);
  const list = useRef<HTMLDivElement>(null);
  const newsId = useId();
  const { pageSize, layout } = view;
  useEffect(() => storeTaste({ pageSize, layout }), [pageSize, layout]);

  function turn(to: string | null): void {
    change({ turn: to });
    // Moves the reader to the top of the new page.
    list.current?.focus();
    list.current?.scrollIntoView({ block: "start" });
  }
  const page = listings.data;
  const isFiltered = view.search !== "" || view.type !== null || view.isFree || view.near !== null;
  const number = view.cursors.length;
  return (
    <section className={styles.section} aria-label={label}>
      <ListingsControls view={view} hasCommunities={communities !== undefined} onChange={change} />
      <div
        ref={list}
        tabIndex={-1}
        className={styles.results}
        aria-busy={listings.isFetching || undefined}
        data-stale={listings.isPlaceholderData || undefined}
      >
        {view.type === null ? communities?.(view.search, view.isOfCommunities) : null}
        {view.isOfCommunities ? null : page === undefined ? (
          listings.isError ? (
            <ErrorState
              title="Failed to fetch listings"
              text={listings.error.message}
              onRetry={() => void listings.refetch()}
            />
          ) : (
            <ListingsSkeleton pageSize={pageSize} layout={layout} />
          )
        ) : page.listings.length === 0 ? (
          <Nothing
            isFiltered={isFiltered}
            onClear={() => change(noFilters)}
            onBack={number > 1 ? () => turn(null) : null}
          />
        ) : (
          <ul className={layout === "grid" ? styles.grid : styles.list} aria-describedby={newsId}>
            {page.listings.map((resource) => (
              <li key={resource.id} className={styles.item}>
                <ListingCard
                  resource={resource}
                  isTile={layout === "grid"}
                  distance={distanceFrom(view.near, resource)}
                  isCurrent={currentId === undefined ? undefined : currentId === resource.id}
                  onOpen={() => onOpen(resource.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <AsOf at={asOf} />
      {view.isOfCommunities || page === undefined || (number === 1 && page.nextCursor === null) ? null : (
        <nav className={styles.pages} aria-label="Pages">
          <Button aria-disabled={number === 1} onClick={() => (number === 1 ? undefined : turn(null))}>
            <ArrowLeft aria-hidden size={18} /> Previous
          </Button>
          <output id={newsId}>Page {number}</output>
          <Button
            aria-disabled={page.nextCursor === null}
            onClick={() => (page.nextCursor === null ? undefined : turn(page.nextCursor))}
          >
            Next <ArrowRight aria-hidden size={18} />
          </Button>
        </nav>
      )}
    </section>
  );
}

function distanceFrom(point: Point | null, { location }: Resource): string | null {
  if (point === null || location === null) return null;
  return metresInWords(metresApart(point, { latitude: location.lat, longitude: location.lon }));
}

interface NothingProps {
  isFiltered: boolean;
  onClear: () => void;
  /** Null on the first page. A later page can be empty when its entries have been removed since. */
  onBack: (() => void) | null;
}

function Nothing({ isFiltered, onClear, onBack }: NothingProps) {
  if (onBack !== null) {
    return (
      <EmptyState title="Nothing more here">
        <Button onClick={onBack}>Previous page</Button>
      </EmptyState>
    );
  }
  if (!isFiltered)
    return <EmptyState title="No listings yet" text="The first thing someone shares appears here." />;
  return (
    <EmptyState title="No listings match" text="Try other words, or look through everything.">
      <Button variant="primary" onClick={onClear}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
