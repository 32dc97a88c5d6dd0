import { useState } from "react";
import type { ResourceDetail } from "#shared/features/resources/contract.ts";
import type { PickedPhotos } from "#web/features/photos/picked-photos.ts";
import { EntryConflict } from "./entry-conflict.tsx";
import { ListingForm } from "../form/listing-form.tsx";
import { entryOnServer, queuedValues, valuesOf } from "../form/listing-values.ts";
import type { QueuedListing } from "../form/queued-listing.ts";
import { type EditedEntry, type ListingContent, useSaveListing } from "../form/save-listing.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QueuedNotice } from "../form/queued-notice.tsx";

interface EditEntryProps {
  entry: ResourceDetail;
  /** A queued edit of the same entry from an earlier attempt. */
  queued: QueuedListing | null;
  onChanged: (isChanged: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** The edit form, connected to the outbox; continues a queued edit from an earlier attempt. */
export function EditEntry({ entry, queued, onChanged, onCancel, onDone }: EditEntryProps) {
  const [sent, setSent] = useState<{ content: ListingContent; markPhoto: PickedPhotos["mark"] } | null>(null);
  const save = useSaveListing(queued, "Failed to update entry. Please try again.");
  const { refusal, result } = save;
  const problem =
    refusal === null
      ? (queued?.problem ?? null)
      : { error: refusal.message, fields: refusal.fields, current: refusal.current };
  const isConflict = refusal === null ? queued?.state === "conflict" : refusal.code === "conflict";
  const theirs = isConflict && result === undefined ? entryOnServer(problem) : null;
  const mine = sent?.content ?? queued;
  const initial = mine === null ? valuesOf(entry) : queuedValues(mine, entry.photos.gallery);

  function leave(): void {
    onChanged(false);
    onDone();
  }

  function submit(base: EditedEntry, content: ListingContent, markPhoto: PickedPhotos["mark"]): void {
    setSent({ content, markPhoto });
    save.mutate(
      { target: { entrance: "edit", base }, content, markPhoto },
      {
        onSent: () => {
          showToast({ kind: "done", text: "Changes saved." });
          leave();
        },
        onQueued: () => onChanged(false),
        onFailed: (_, refused) => {
          if (refused?.code === "gone") leave();
        },
      },
    );
  }
  if (result?.status === "queued") {
    return (
      <QueuedNotice
        operationId={result.operationId}
        message="Your changes are saved on this device. Looby sends them when there is a signal."
        sentMessage="Changes saved."
        onClose={onDone}
      />
    );
  }
  if (theirs !== null && mine !== null) {
    return (
      <EntryConflict
        mine={mine}
        theirs={theirs}
        isBusy={save.isPending}
        onSendMine={() => submit(theirs, mine, sent?.markPhoto ?? (() => undefined))}
        onTakeTheirs={() => void save.discard().then(leave)}
      />
    );
  }
  return (
    <ListingForm
      entrance="edit"
      initial={initial}
      save={save}
      problem={queued?.problem}
      onChanged={onChanged}
      onSubmit={(content, markPhoto) => submit(entry, content, markPhoto)}
      onCancel={onCancel}
    />
  );
}
