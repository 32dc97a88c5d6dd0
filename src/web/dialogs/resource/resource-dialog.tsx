import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { ApiError } from "#web/lib/server/api-client.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The window opens while what it shows is still on the way. */
const ResourceView = lazy(async () => ({
  default: (await import("#web/features/resources/view/resource-view.tsx")).ResourceView,
}));
const CommunityVibe = lazy(async () => ({
  default: (await import("./community-vibe.tsx")).CommunityVibe,
}));
const ResourceActions = lazy(async () => ({
  default: (await import("./resource-actions.tsx")).ResourceActions,
}));

export function ResourceDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useQuery(resourceQueries.one(id));
  const asOf = useAsOf(resource);
  return (
    <Dialog {...frame} title={resource.data?.title ?? "Resource"}>
      {resource.data === undefined ? (
        <Missing error={resource.error} onRetry={() => void resource.refetch()} />
      ) : (
        <>
          <AsOf at={asOf} />
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
                <ResourceActions resource={resource.data} onClose={frame.onClose} />
              </Suspense>
            </ResourceView>
          </Suspense>
        </>
      )}
    </Dialog>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Spinner label="Loading" />;
  if (error instanceof ApiError && error.code === "not-found") {
    return (
      <EmptyState title="This is no longer in the library" text="Whoever shared it may have taken it back." />
    );
  }
  return <ErrorState title="This did not load" text={error.message} onRetry={onRetry} />;
}
