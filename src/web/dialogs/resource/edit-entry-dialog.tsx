import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { resourceQueries } from "#web/features/resources/api.ts";
import { queuedListingQuery } from "#web/features/resources/form/queued-queries.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { EditEntry } from "#web/features/resources/edit/edit-entry.tsx";
import { LostPhotos } from "#web/features/resources/form/listing-form.tsx";

/** Edits one of the user's entries. Asks before closing if changes would be lost. */
export function EditEntryDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  // Fetched only once, because the form must not change while the user edits.
  const entry = useQuery({
    ...resourceQueries.one(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const queued = useQuery(queuedListingQuery({ entryId: id }));
  const [isChanged, setIsChanged] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const leave = (): void => (isChanged ? setIsAsking(true) : frame.onClose());
  return (
    <Dialog {...frame} onClose={leave} title={`Edit ${entry.data?.offeringType ?? "entry"}`}>
      {entry.data === undefined || queued.isPending ? (
        <QueryState
          query={entry}
          title="This did not load"
          label="Loading"
          missing={<EmptyState title="This is no longer in the library" />}
        />
      ) : !entry.data.isMine ? (
        <EmptyState title="Only its owner can edit this" />
      ) : (
        <>
          <AsOf of={entry} />
          <LostPhotos count={queued.data?.lostPhotos ?? 0} />
          <EditEntry
            entry={entry.data}
            queued={queued.data ?? null}
            onChanged={setIsChanged}
            onCancel={leave}
            onDone={frame.onClose}
          />
        </>
      )}
      <Confirm
        isOpen={isAsking}
        title="Discard your changes?"
        message="What you changed here is not saved."
        confirmLabel="Discard"
        onConfirm={frame.onClose}
        onClose={() => setIsAsking(false)}
      />
    </Dialog>
  );
}
