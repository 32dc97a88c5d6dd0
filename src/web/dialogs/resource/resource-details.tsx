import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import type { ResourceDetail } from "#shared/features/resources/contract.ts";
import { useIsDeletionWaiting } from "#web/features/resources/use-listings.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The frame opens while its content is still loading. */
const ResourceView = lazy(async () => ({
  default: (await import("#web/features/resources/view/resource-view.tsx")).ResourceView,
}));
const CommunityVibe = lazy(async () => ({
  default: (await import("./community-vibe.tsx")).CommunityVibe,
}));
const WaitingDeletion = lazy(async () => ({
  default: (await import("./waiting-deletion.tsx")).WaitingDeletion,
}));
const ResourceActions = lazy(async () => ({
  default: (await import("./resource-actions.tsx")).ResourceActions,
}));

interface ResourceDetailsProps {
  id: string;
  resource: UseQueryResult<ResourceDetail>;
  /** The thing was archived or deleted. */
  onClose: () => void;
}

/** A resource with the actions available to the user: in a dialog, or beside the library. */
export function ResourceDetails({ id, resource, onClose }: ResourceDetailsProps): ReactNode {
  const isDeleted = useIsDeletionWaiting(id);
  if (isDeleted)
    return (
      <Suspense fallback={<Spinner label="Loading" />}>
        <WaitingDeletion />
      </Suspense>
    );
  return (
    <Loaded
      query={resource}
      title="This did not load"
      label="Loading"
      missing={<EmptyState title="This is no longer in the library" text="It may have been removed." />}
    >
      {(data) => (
        <Suspense fallback={<Spinner label="Loading" />}>
          <ResourceView
            resource={data}
            place={locatorPlace(data.location?.address ?? null)}
            vibe={
              <Suspense fallback={<Spinner label="Loading the vibe" />}>
                <CommunityVibe communityId={data.loobricateId} />
              </Suspense>
            }
          >
            <Suspense>
              <ResourceActions resource={data} onClose={onClose} />
            </Suspense>
          </ResourceView>
        </Suspense>
      )}
    </Loaded>
  );
}
