import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { DialogFrame } from "../dialog-host.tsx";
import { resourceQueries } from "../features/resources/api.ts";
import { locatorPlace } from "../lib/locator-place.ts";
import { ApiError } from "../lib/api-client.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The window opens while what it shows is still on the way. */
const ResourceView = lazy(async () => ({
  default: (await import("../features/resources/resource-view.tsx")).ResourceView,
}));
const CommunityVibe = lazy(async () => ({
  default: (await import("./community-vibe.tsx")).CommunityVibe,
}));
const ResourceActions = lazy(async () => ({
  default: (await import("./resource-actions.tsx")).ResourceActions,
}));

export function ResourceDialog({ id, ...frame }: DialogFrame & { id: string }) {
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
