import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { lazy, Suspense, useState, useEffect, useRef } from "react";
import { X } from "lucide-react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { CommunityList } from "#web/features/communities/community-list.tsx";
import { Listings } from "#web/features/resources/listings/listings.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { useIsWide } from "#web/lib/use-is-wide.ts";
import { classNames } from "#web/ui/base/class-names.ts";
import { useListing } from "#web/features/resources/use-listings.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { PageTitle } from "../page-title.tsx";
import pageStyles from "../page.module.css";
import styles from "./library-page.module.css";

/** Not needed for the list. */
const ResourceDetails = lazy(async () => ({
  default: (await import("#web/dialogs/resource/resource-details.tsx")).ResourceDetails,
}));

const route = getRouteApi("/library");

/**
 * The shared resources of all communities. On a wide screen a listing opens beside the list and is part of the address; on a narrow screen
 * it opens in a dialog.
 */
export function LibraryPage() {
  const { listing } = route.useSearch();
  const navigate = route.useNavigate();
  const openDialog = useOpenDialog();
  const isWide = useIsWide();
  // Move the focus to the listing's title only if the user chose it here. A page that opens with a listing leaves the focus where the
  // browser put it.
  const [wasChosen, setWasChosen] = useState(false);

  function open(id: string | null): void {
    setWasChosen(true);
    void navigate({ search: ({ listing: _, ...rest }) => (id === null ? rest : { ...rest, listing: id }) });
  }
  if (!isWide && listing !== undefined)
    return (
      <Navigate
        to="/library"
        search={({ listing: _, ...rest }) => ({ ...rest, dialog: "resource", id: listing })}
        replace
      />
    );
  return (
    <div className={classNames(pageStyles.page, styles.page)}>
      <div className={classNames(pageStyles.wideColumn, styles.list)}>
        <PageTitle view="Library" />
        <header className={classNames(pageStyles.heading, styles.heading)}>
          <div>
            <h1>The library</h1>
            <p className={pageStyles.lead}>Places, things and skills people here share with each other.</p>
          </div>
          <Link to="/add" className={buttonClass("primary")}>
            Share something
          </Link>
        </header>
        <Listings
          communityId={null}
          label="All listings"
          communities={(search, isOnly) => <CommunityList search={search} isOnly={isOnly} />}
          currentId={isWide ? (listing ?? null) : undefined}
          onOpen={(id) => (isWide ? open(id) : openDialog({ dialog: "resource", id }))}
        />
      </div>
      {isWide ? (
        <BesideTheList key={listing} id={listing ?? null} isFocused={wasChosen} onClose={() => open(null)} />
      ) : null}
    </div>
  );
}

interface BesideTheListProps {
  /** Null when no listing is open. */
  id: string | null;
  /** Moves the focus to the listing's title. */
  isFocused: boolean;
  onClose: () => void;
}

/** The open listing beside the list. Its space is always reserved, so that the list's width never changes. */
function BesideTheList({ id, ...rest }: BesideTheListProps) {
  if (id === null)
    return (
      <aside className={styles.detail} aria-label="Listing">
        <EmptyState title="Nothing chosen yet" text="Choose something in the list to see it here." />
      </aside>
    );
  return <OpenListing id={id} {...rest} />;
}

function OpenListing({ id, isFocused, onClose }: BesideTheListProps & { id: string }) {
  const resource = useListing(id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) title.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const name = resource.data?.title ?? "Resource";
  return (
    <aside className={styles.detail} aria-label={name}>
      <header className={styles.detailHeader}>
        <h2 ref={title} className={styles.title} tabIndex={-1}>
          {name}
        </h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      <Suspense fallback={<Spinner label="Loading" />}>
        <ResourceDetails id={id} resource={resource} onClose={onClose} />
      </Suspense>
    </aside>
  );
}
