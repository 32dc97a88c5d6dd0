import { ArrowLeft, ArrowRight } from "lucide-react";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { metresApart, metresInWords } from "#shared/distance.ts";
import type { Point } from "#shared/features/resources/near.ts";
import { useShownMark } from "#web/lib/page-shown.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { useLibraryPage } from "../use-listings.ts";
import { ListingCard } from "./listing-card.tsx";
import { ListingsControls } from "./listings-controls.tsx";
import {
  type ListingsFilters,
  noFilters,
  readFilters,
  storedTaste,
  storeTaste,
  withFilters,
  type ListingsTaste,
} from "./listings-view.ts";
import styles from "./listings.module.css";
import { useNearMe } from "./use-near-me.ts";
import cardStyles from "./listing-card.module.css";

interface ListingsProps {
  /** Null: of all communities. */
  communityId: string | null;
  /** The accessible name of the list. */
  label: string;
  /** The listing that is open beside the list, null if there is none; undefined where listings open in a dialog. */
  currentId?: string | null | undefined;
  /** The communities with a name like a search text. @param isOnly whether the list contains only them */
  communities?: (search: string, isOnly: boolean) => ReactNode;
  onOpen: (resourceId: string) => void;
}

/** The library in pages, with search, filter and order: of one community, or of all. */
export function Listings({ communityId, label, currentId, communities, onOpen }: ListingsProps) {
  const [filters, change] = useFilters();
  const nearMe = useNearMe(filters.isNear, (isNear) => change({ isNear, ...(isNear ? { sort: null } : {}) }));
  const near = nearMe.point;
  const [taste, setTaste] = useState(storedTaste);
  const { pageSize, layout } = taste;
  const pages = usePages(JSON.stringify([filters, near, pageSize]));
  const isOfCommunities = communities !== undefined && filters.type === "community";
  const listings = useLibraryPage(
    { filters, near, pageSize, cursor: pages.cursor },
    communityId,
    !isOfCommunities,
  );
  const list = useRef<HTMLDivElement>(null);
  const newsId = useId();
  useEffect(() => storeTaste({ pageSize, layout }), [pageSize, layout]);

  function turn(to: string | null): void {
    pages.turn(to);
    // Moves the user to the top of the new page.
    list.current?.focus();
    list.current?.scrollIntoView({ block: "start" });
  }
  const page = listings.data;
  useShownMark("cards-shown", page !== undefined && page.listings.length > 0);
  const { search, type, isFree } = filters;
  const isFiltered = search !== "" || type !== null || isFree || near !== null;
  const { number } = pages;
  return (
    <section className={styles.section} aria-label={label}>
      <ListingsControls
        filters={filters}
        taste={taste}
        nearMe={nearMe}
        hasCommunities={communities !== undefined}
        onChange={change}
        onTaste={(part) => setTaste({ ...taste, ...part })}
      />
      <div
        ref={list}
        tabIndex={-1}
        className={styles.results}
        aria-busy={listings.isFetching || undefined}
        data-stale={listings.isPlaceholderData || undefined}
      >
        {type === null || isOfCommunities ? communities?.(search, isOfCommunities) : null}
        {isOfCommunities ? null : page === undefined ? (
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
                  distance={distanceFrom(near, resource)}
                  isCurrent={currentId === undefined ? undefined : currentId === resource.id}
                  onOpen={() => onOpen(resource.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <AsOf of={listings} />
      {isOfCommunities || page === undefined || (number === 1 && page.nextCursor === null) ? null : (
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

/** The filters in the page's address. Back undoes a tap on a filter; typing a search adds no history entries. */
function useFilters(): [ListingsFilters, (change: Partial<ListingsFilters>) => void] {
  const router = useRouter();
  const filters = readFilters(useSearch({ strict: false }));
  const change = (part: Partial<ListingsFilters>): void =>
    void router.navigate({
      to: ".",
      search: (current) => withFilters(current, { ...readFilters(current), ...part }),
      replace: Object.keys(part).every((name) => name === "search"),
      state: true,
    });
  return [filters, change];
}

/** Turns the pages of a list. @param key of the list; a different list starts at its first page */
function usePages(key: string) {
  const [turned, setTurned] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] });
  const cursors = turned.key === key ? turned.cursors : [];
  return {
    cursor: cursors.at(-1) ?? null,
    number: cursors.length + 1,
    /** To the page with this cursor, or back when null. */
    turn: (to: string | null) =>
      setTurned({ key, cursors: to === null ? cursors.slice(0, -1) : [...cursors, to] }),
  };
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

/** Empty cards in place of those being loaded, to avoid layout shifts. */
function ListingsSkeleton({ pageSize, layout }: ListingsTaste) {
  const isGrid = layout === "grid";
  return (
    <>
      <VisuallyHidden as="output">Loading the listings</VisuallyHidden>
      <div className={isGrid ? styles.grid : styles.list} aria-hidden>
        {Array.from({ length: pageSize }, (_, index) => (
          <div key={index} className={`${cardStyles.card} ${styles.bone} ${isGrid ? cardStyles.tile : ""}`}>
            <div className={cardStyles.photo} />
            <div className={cardStyles.words}>
              <span className={styles.stroke} />
              <span className={styles.stroke} />
              <span className={styles.stroke} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
