import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { ListingCard, QueuedListingCard } from "#web/features/resources/listings/listing-card.tsx";
import { useQueuedResources } from "#web/features/resources/add/use-queued-resources.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "../page.module.css";

/** What the person has shared, and above it what this device still has to send. */
export function MyResources() {
  const mine = useQuery(resourceQueries.mine());
  const queued = useQueuedResources(mine.data);
  const asOf = useAsOf(mine);
  const openDialog = useOpenDialog();
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
          {mine.data?.map((resource) => (
            <li key={resource.id}>
              <ListingCard
                resource={resource}
                onOpen={() => openDialog({ dialog: "resource", id: resource.id })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <AsOf at={asOf} />
      {mine.data === undefined ? (
        mine.isError ? (
          <ErrorState
            title="Your resources did not load"
            text={mine.error.message}
            onRetry={() => void mine.refetch()}
          />
        ) : (
          <Spinner label="Loading your resources" />
        )
      ) : mine.data.length + queued.length === 0 ? (
        <EmptyState title="Nothing shared yet" text="What could somebody borrow from you?">
          <Link to="/add" className={buttonClass("primary")}>
            Add a resource
          </Link>
        </EmptyState>
      ) : null}
    </section>
  );
}
