import { useState } from "react";
import type { ResourceDetail } from "#shared/features/resources/contract.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { EditEntryForm } from "#web/features/resources/edit/edit-entry-form.tsx";
import { EntryConflict } from "#web/features/resources/edit/entry-conflict.tsx";
import type { EditedEntry, EntryEdit } from "#web/features/resources/edit/entry-edit.ts";
import type { QueuedEdit } from "#web/features/resources/edit/queued-edit.ts";
import { entryOnServer, useEditEntry } from "#web/features/resources/edit/use-edit-entry.ts";
import { problemsOfWrite } from "#web/lib/form-problems.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QueuedNotice } from "./queued-notice.tsx";

const FIELDS = ["title", "description"];

interface EditEntryProps {
  entry: ResourceDetail;
  /** A queued edit of the same entry from an earlier attempt. */
  queued: QueuedEdit | null;
  onChanged: (isChanged: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** The entry form, connected to the outbox; continues a queued edit from an earlier attempt. */
export function EditEntry({ entry, queued, onChanged, onCancel, onDone }: EditEntryProps) {
  const [sent, setSent] = useState<{ edit: EntryEdit; markPhoto: PickedPhotos["mark"] } | null>(null);
  const save = useEditEntry(queued);
  const { refusal, result } = save;
  const problem =
    refusal === null
      ? (queued?.problem ?? null)
      : { error: refusal.message, fields: refusal.fields, current: refusal.current };
  const isConflict = refusal === null ? queued?.state === "conflict" : refusal.code === "conflict";
  const theirs = isConflict && result === undefined ? entryOnServer(problem) : null;
  const mine = sent?.edit ?? queued?.edit;

  function submit(base: EditedEntry, edit: EntryEdit, markPhoto: PickedPhotos["mark"]): void {
    setSent({ edit, markPhoto });
    save.mutate(
      { base, edit, markPhoto },
      {
        onSent: () => {
          onChanged(false);
          showToast({ kind: "done", text: "Changes saved." });
          onDone();
        },
        onFailed: (_, refused) => {
          if (refused?.code !== "gone") return;
          onChanged(false);
          onDone();
        },
      },
    );
  }

  async function takeTheirs(): Promise<void> {
    await save.discardMine();
    onChanged(false);
    onDone();
  }
  if (result?.status === "queued") {
    return (
      <QueuedNotice
        operationId={result.operationId}
        message="Your changes are kept on this device and go on by themselves."
        sentMessage="Changes saved."
        onClose={onDone}
      />
    );
  }
  if (theirs !== null && mine !== undefined) {
    return (
      <EntryConflict
        mine={mine}
        theirs={theirs}
        isBusy={save.isPending}
        onSendMine={() => submit(theirs, mine, sent?.markPhoto ?? (() => undefined))}
        onTakeTheirs={() => void takeTheirs()}
      />
    );
  }
  return (
    <EditEntryForm
      entry={entry}
      queued={queued}
      isBusy={save.isPending}
      problems={problemsOfWrite(save, queued?.problem, { names: FIELDS, failure: "Failed to update entry." })}
      onChanged={onChanged}
      onSubmit={(edit, markPhoto) => submit(entry, edit, markPhoto)}
      onCancel={onCancel}
    />
  );
}
