import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import { ResourceCard } from "#web/dialogs/resource/resource-details.tsx";
import { nfcQueries } from "#web/features/nfc/api.ts";
import { useIsDeletionWaiting, useListing } from "#web/features/resources/use-listings.ts";
import { WaitingDeletion } from "#web/features/resources/view/waiting-deletion.tsx";
import { ApiError } from "#web/lib/server/api-error.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { useSession } from "#web/features/account/session.ts";
import { useDiscoveries } from "#web/features/explore/discoveries.ts";
import { queueDiscoveries } from "#web/features/explore/queue-discoveries.ts";
import { TapOnLoan } from "./tap-on-loan.tsx";
import styles from "../page.module.css";

/** The resource with this tag: from the server, or offline from this device's copy. */
export function TaggedItem({ code }: { code: string }) {
  const found = useQuery(nfcQueries.item(code));
  if (found.data !== undefined)
    return <Item code={code} resourceId={found.data.resourceId} cached={found.data.cached} />;
  if (found.error === null) return <Spinner label="Opening the tag" isLabelVisible />;
  return <NotFound error={found.error} onRetry={() => void found.refetch()} />;
}

interface ItemProps {
  code: string;
  resourceId: string;
  cached: Resource | null;
}

function Item({ code, resourceId, cached }: ItemProps) {
  const query = useListing(resourceId);
  const isDeleted = useIsDeletionWaiting(resourceId);
  const resource: Shown | null = query.data ?? (cached === null ? null : { ...cached, history: null });
  if (isDeleted) return <WaitingDeletion isPage />;
  if (resource !== null) return <Opened code={code} resource={resource} query={query} />;
  if (query.error === null) return <Spinner label="Opening the tag" isLabelVisible />;
  return <NotFound error={query.error} onRetry={() => void query.refetch()} />;
}

/** The history is null where this device has only the short form from a list. */
type Shown = Omit<ResourceDetail, "history"> & { history: ResourceDetail["history"] | null };

interface OpenedProps {
  code: string;
  resource: Shown;
  query: { dataUpdatedAt: number };
}

function Opened({ code, resource, query }: OpenedProps) {
  const navigate = useNavigate();
  const isUnlocked = useUnlocked(resource);
  return (
    <>
      <h1>{resource.title}</h1>
      <AsOf of={query} />
      {isUnlocked ? <Unlocked name={resource.communityName} communityId={resource.loobricateId} /> : null}
      <TapOnLoan resourceId={resource.id} code={code} />
      <VisuallyHidden as="h2">Details</VisuallyHidden>
      <ResourceCard resource={resource} onClose={() => void navigate({ to: "/nfc" })} />
    </>
  );
}

function NotFound({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.code === "not-found";
  if (!isUnknown)
    return (
      <ErrorState
        isPage
        title="This tag did not open"
        text={`${error.message} Nothing about it is saved on this phone yet.`}
        onRetry={onRetry}
      />
    );
  return (
    <EmptyState
      isPage
      title="Nothing here has this tag"
      text="It may have been removed or replaced, or belong to another server."
    >
      <Link to="/nfc" className={buttonClass("primary")}>
        Scan another tag
      </Link>
    </EmptyState>
  );
}

/** Discoveries reported since the page was opened, by user: the list of discoveries may lag behind. */
const reported = new Set<string>();

/**
 * Records once that a tap has discovered the community of a resource; queued while offline.
 * @returns whether it was discovered just now
 */
function useUnlocked({ loobricateId, communityName }: Resource): boolean {
  const userId = useSession()?.userId ?? null;
  const known = useDiscoveries(userId !== null);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    const place = { kind: "community", id: loobricateId, name: communityName } as const;
    const finding = `${userId} ${keyOf(place)}`;
    if (known === null || known.has(keyOf(place)) || reported.has(finding)) return;
    reported.add(finding);
    void queueDiscoveries([place]).then((isQueued) => {
      if (isQueued) setIsNew(true);
    });
  }, [userId, known, loobricateId, communityName]);
  return isNew;
}

interface UnlockedProps {
  name: string;
  /** Null if there is no community page to link to. */
  communityId: string | null;
}

/** Shows that a tap has discovered the community a resource belongs to. */
export function Unlocked({ name, communityId }: UnlockedProps) {
  return (
    <p className={styles.person} role="status">
      <Lamp size={44} />
      <span>
        You found{" "}
        {communityId === null ? (
          name
        ) : (
          <Link to="/community/$id" params={{ id: communityId }}>
            {name}
          </Link>
        )}
        !
      </span>
    </p>
  );
}
