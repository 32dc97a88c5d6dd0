import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { ListingCard, QueuedListingCard } from "#web/features/resources/listings/listing-card.tsx";
import { useQueuedResources } from "#web/features/resources/form/queued-resources.ts";
import { useMyListings } from "#web/features/resources/use-listings.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import styles from "../page.module.css";

/** Number of resources shown before the user requests all. */
const FIRST = 4;

/** The user's shared resources, below those that this device has yet to send. */
export function MyResources() {
  const mine = useMyListings();
  const queued = useQueuedResources(mine.data);
  const openDialog = useOpenDialog();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section className={styles.stack} aria-labelledby="my-resources">
      <div className={styles.heading}>
        <h2 id="my-resources">My resources</h2>
        <Link to="/library" className={buttonClass("plain")}>
          Browse the library
        </Link>
      </div>
      {queued.length > 0 || (mine.data?.length ?? 0) > 0 ? (
        <ul className={styles.cards} aria-labelledby="my-resources">
          {queued.map((resource) => (
            <li key={resource.id}>
              <QueuedListingCard resource={resource} onOpen={() => openDialog({ dialog: "outbox" })} />
            </li>
          ))}
          {mine.data?.slice(0, isWhole ? undefined : FIRST).map((resource) => (
            <li key={resource.id}>
              <ListingCard
                resource={resource}
                onOpen={() => openDialog({ dialog: "resource", id: resource.id })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {!isWhole && mine.data !== undefined && mine.data.length > FIRST ? (
        <Button variant="plain" onClick={() => setIsWhole(true)}>
          {`Show all ${mine.data.length}`}
        </Button>
      ) : null}
      <AsOf of={mine} />
      {mine.data === undefined ? (
        <QueryState query={mine} title="Your resources did not load" label="Loading your resources" />
      ) : mine.data.length + queued.length === 0 ? (
        <EmptyState title="Nothing shared yet" text="What could someone borrow from you?">
          <Link to="/add" className={buttonClass("primary")}>
            Share something
          </Link>
        </EmptyState>
      ) : null}
    </section>
  );
}
