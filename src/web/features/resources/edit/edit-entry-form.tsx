import { useEffect, useState, type FormEvent } from "react";
import {
  availabilities,
  MAX_DESCRIPTION,
  MAX_TITLE,
  type Resource,
} from "#shared/features/resources/contract.ts";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { editWords } from "#web/features/photos/picked-photos.ts";
import { type PickedPhotos, usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { checkEntryEdit, editOf, type EntryEdit, hasChanged } from "./entry-edit.ts";
import { type QueuedEdit, photosToEdit } from "./queued-edit.ts";
import styles from "../add/resource-form.module.css";

interface EditEntryFormProps {
  entry: Resource;
  /** What this device keeps of an earlier try. */
  kept: QueuedEdit | null;
  isBusy: boolean;
  problems: FormProblems;
  /** Whether closing would lose something. */
  onChanged: (isChanged: boolean) => void;
  onSubmit: (edit: EntryEdit, markPhoto: PickedPhotos["mark"]) => void;
  onCancel: () => void;
}

export function EditEntryForm({
  entry,
  kept,
  isBusy,
  problems,
  onChanged,
  onSubmit,
  onCancel,
}: EditEntryFormProps) {
  const [texts, setTexts] = useState(() => kept?.edit ?? editOf(entry));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [initialPhotos] = useState(() => photosToEdit(entry, kept));
  const picked = usePickedPhotos(editWords, initialPhotos);
  const change = (part: Partial<typeof texts>): void => setTexts((before) => ({ ...before, ...part }));
  const { title, description, availability } = texts;
  const edit: EntryEdit = { title, description, availability, photos: picked.photos };
  const isChanged = hasChanged(entry, edit);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = checkEntryEdit(edit);
    setRefusal(wrong);
    if (wrong === null) onSubmit(edit, picked.mark);
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextField
        label="Title"
        maxLength={MAX_TITLE}
        value={title}
        error={refusal !== null && title.trim() === "" ? refusal : (problems.fields["title"] ?? null)}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        maxLength={MAX_DESCRIPTION}
        value={description}
        error={problems.fields["description"] ?? null}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Select
        label="Status"
        value={availability}
        options={availabilities.map((value) => ({ value, label: statusLabels[value] }))}
        onChange={(event) => {
          const chosen = availabilities.find((value) => value === event.currentTarget.value);
          if (chosen !== undefined) change({ availability: chosen });
        }}
      />
      <PhotoPicker
        label="Photos"
        hint="Up to 4, JPEG, PNG or WebP, 5 MB each. Drag them, or use the arrows, to put them in order."
        picked={picked}
        isDisabled={isBusy}
      />
      <FormMessage message={refusal ?? problems.message} />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Updating..." : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}

const statusLabels: Record<Resource["availability"], string> = {
  available: "Available",
  unavailable: "Unavailable",
  maintenance: "Maintenance",
};
