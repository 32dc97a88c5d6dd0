import { useEffect, useState } from "react";
import { availabilities, type Resource } from "#shared/features/resources/contract.ts";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { editWords } from "#web/features/photos/picked-photos.ts";
import { type PickedPhotos, usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { checkEntryEdit, editOf, type EntryEdit, hasChanged } from "./entry-edit.ts";
import { type QueuedEdit, photosToEdit } from "./queued-edit.ts";
import { TitleFields } from "../fields/title-fields.tsx";

interface EditEntryFormProps {
  entry: Resource;
  /** The queued edit of an earlier attempt. */
  queued: QueuedEdit | null;
  isBusy: boolean;
  problems: FormProblems;
  /** Reports whether closing would lose changes. */
  onChanged: (isChanged: boolean) => void;
  onSubmit: (edit: EntryEdit, markPhoto: PickedPhotos["mark"]) => void;
  onCancel: () => void;
}

export function EditEntryForm({
  entry,
  queued,
  isBusy,
  problems,
  onChanged,
  onSubmit,
  onCancel,
}: EditEntryFormProps) {
  const [texts, setTexts] = useState(() => queued?.edit ?? editOf(entry));
  const [initialPhotos] = useState(() => photosToEdit(entry, queued));
  const picked = usePickedPhotos(editWords, initialPhotos);
  const change = (part: Partial<typeof texts>): void => setTexts((before) => ({ ...before, ...part }));
  const { title, description, availability } = texts;
  const edit: EntryEdit = { title, description, availability, photos: picked.photos };
  const isChanged = hasChanged(entry, edit);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);

  const check = useFormCheck(checkEntryEdit(edit), problems);

  function handleSubmit(): void | false {
    if (!check.pass()) return false;
    onSubmit(edit, picked.mark);
  }
  return (
    <Form onSubmit={handleSubmit}>
      <TitleFields title={title} description={description} errorOf={check.errorOf} onChange={change} />
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
      <FormMessage message={check.message} />
      <FormActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Updating..." : "Save Changes"}
        </Button>
      </FormActions>
    </Form>
  );
}

const statusLabels: Record<Resource["availability"], string> = {
  available: "Available",
  unavailable: "Unavailable",
  maintenance: "Maintenance",
};
