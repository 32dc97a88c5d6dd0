import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import type { ResourceDetail } from "#shared/features/resources/contract.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The frame opens while its content is still loading. */
const ResourceView = lazy(async () => ({
  default: (await import("#web/features/resources/view/resource-view.tsx")).ResourceView,
}));
const CommunityVibe = lazy(async () => ({
  default: (await import("./community-vibe.tsx")).CommunityVibe,
}));
const ResourceActions = lazy(async () => ({
  default: (await import("./resource-actions.tsx")).ResourceActions,
}));

interface ResourceDetailsProps {
  resource: UseQueryResult<ResourceDetail>;
  /** The thing was archived or deleted. */
  onClose: () => void;
}

/** A resource with the actions of its reader: in a dialog, or beside the library. */
export function ResourceDetails({ resource, onClose }: ResourceDetailsProps): ReactNode {
  if (resource.data === undefined)
    return <Missing error={resource.error} onRetry={() => void resource.refetch()} />;
  return (
    <>
      <AsOf of={resource} />
      <Suspense fallback={<Spinner label="Loading" />}>
        <ResourceView
          resource={resource.data}
          place={locatorPlace(resource.data.location?.address ?? null)}
          vibe={
            <Suspense fallback={<Spinner label="Loading the vibe" />}>
              <CommunityVibe communityId={resource.data.loobricateId} />
            </Suspense>
          }
        >
          <Suspense>
            <ResourceActions resource={resource.data} onClose={onClose} />
          </Suspense>
        </ResourceView>
      </Suspense>
    </>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Spinner label="Loading" />;
  if (error instanceof ApiError && error.code === "not-found") {
    return <EmptyState title="This is no longer in the library" text="It may have been removed." />;
  }
  return <ErrorState title="This did not load" text={error.message} onRetry={onRetry} />;
}
