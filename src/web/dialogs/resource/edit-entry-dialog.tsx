import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { queuedEditQuery, resourceQueries } from "#web/features/resources/api.ts";
import { ApiError } from "#web/lib/server/api-client.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { LostPhotos } from "./lost-photos.tsx";

/** The window opens while its form is still on the way. */
const EditEntry = lazy(async () => ({ default: (await import("./edit-entry.tsx")).EditEntry }));
const Confirm = lazy(async () => ({ default: (await import("#web/ui/overlay/confirm.tsx")).Confirm }));

/** One's own entry in a form. Closing asks first when something would be lost. */
export function EditEntryDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  // Read once: the form must not change under the person's hands.
  const entry = useQuery({
    ...resourceQueries.one(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const asOf = useAsOf(entry);
  const kept = useQuery(queuedEditQuery(id));
  const [isChanged, setIsChanged] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const leave = (): void => (isChanged ? setIsAsking(true) : frame.onClose());
  const handleChanged = useCallback((next: boolean) => setIsChanged(next), []);
  return (
    <Dialog {...frame} onClose={leave} title={`Edit ${entry.data?.offeringType ?? "entry"}`}>
      {entry.data === undefined || kept.isPending ? (
        <Missing error={entry.error} onRetry={() => void entry.refetch()} />
      ) : !entry.data.isMine ? (
        <EmptyState title="This is not yours to edit" />
      ) : (
        <Suspense fallback={<Spinner label="Loading" />}>
          <AsOf at={asOf} />
          <LostPhotos count={kept.data?.lostPhotos ?? 0} />
          <EditEntry
            entry={entry.data}
            kept={kept.data ?? null}
            onChanged={handleChanged}
            onCancel={leave}
            onDone={frame.onClose}
          />
        </Suspense>
      )}
      <Suspense>
        <Confirm
          isOpen={isAsking}
          title="Discard your changes?"
          message="What you changed here is not saved."
          confirmLabel="Discard"
          onConfirm={() => {
            setIsAsking(false);
            frame.onClose();
          }}
          onCancel={() => setIsAsking(false)}
        />
      </Suspense>
    </Dialog>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Spinner label="Loading" />;
  if (error instanceof ApiError && error.code === "not-found")
    return <EmptyState title="This is no longer in the library" />;
  return <ErrorState title="This did not load" text={error.message} onRetry={onRetry} />;
}
