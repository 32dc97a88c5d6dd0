import { useState, type FormEvent } from "react";
import { MAX_DESCRIPTION, MAX_TITLE } from "#shared/features/resources/contract.ts";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { entryWords, newPhotos } from "#web/features/photos/picked-photos.ts";
import { type PickedPhotos, usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { ContactField } from "./contact-field.tsx";
import { checkResourceDraft, type ResourceDraft } from "./resource-draft.ts";
import { typeOptions } from "../view/resource-type-label.ts";
import styles from "./resource-form.module.css";

interface ResourceFormProps {
  initial: ResourceDraft;
  /** The communities to choose from; those without an id or a name are not offered. */
  communities: readonly { id: string; name: string }[];
  /** The label of a community on this server. */
  communityNoun: string;
  isBusy: boolean;
  /** Why the last try did not go through. */
  problems: FormProblems;
  /** What is typed is kept on this device; not where it began with something. */
  isDraftStored: boolean;
  onSubmit: SubmitEntry;
  onCancel: () => void;
}

/**
 * @param markPhoto shows on a photo how sending it goes
 * @param onTaken it is on its way: what was typed is kept no longer
 */
export type SubmitEntry = (
  draft: ResourceDraft,
  markPhoto: PickedPhotos["mark"],
  onTaken: () => void,
) => void;

export function ResourceForm({
  initial,
  communities,
  communityNoun,
  isBusy,
  problems,
  isDraftStored,
  onSubmit,
  onCancel,
}: ResourceFormProps) {
  const [draft, setDraft] = useState(initial);
  const [refusal, setRefusal] = useState<string | null>(null);
  const picked = usePickedPhotos(entryWords, initial.photos);
  const change = (part: Partial<ResourceDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const { communityId, title, description, tags, contact } = draft;
  const typed = useFormDraft(
    isDraftStored ? "resource" : null,
    { communityId, type: draft.type ?? "", title, description, tags, contact },
    ({ type, ...words }) => change({ ...words, type: typeNamed(type) }),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const reason = checkResourceDraft(draft, communityNoun);
    setRefusal(reason);
    if (reason === null) onSubmit({ ...draft, photos: newPhotos(picked.photos) }, picked.mark, typed.drop);
  }

  function handleCancel(): void {
    typed.drop();
    onCancel();
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <RestoredNote draft={typed} />
      <div className={styles.row}>
        <Select
          label={communityNoun}
          placeholder={`Choose a ${communityNoun}`}
          value={draft.communityId}
          options={communities
            .filter(({ id, name }) => id !== "" && name.trim() !== "")
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change({ communityId: event.currentTarget.value })}
        />
        <Select
          label="Resource Type"
          placeholder="Choose a type"
          value={draft.type ?? ""}
          options={typeOptions}
          onChange={(event) => change({ type: typeNamed(event.currentTarget.value) })}
        />
      </div>
      <TextField
        label="Title"
        maxLength={MAX_TITLE}
        value={draft.title}
        error={problems.fields["title"] ?? null}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        maxLength={MAX_DESCRIPTION}
        value={draft.description}
        error={problems.fields["description"] ?? null}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextField
        label="Tags (comma-separated)"
        maxLength={1000}
        value={draft.tags}
        error={problems.fields["tags"] ?? null}
        autoCapitalize="none"
        onChange={(event) => change({ tags: event.currentTarget.value })}
      />
      <ContactField
        value={draft.contact}
        communityNoun={communityNoun}
        onChange={(contact) => change({ contact })}
      />
      <PhotoPicker
        label="Photos (optional)"
        hint="Up to 4, JPEG, PNG or WebP, 5 MB each."
        picked={picked}
        isDisabled={isBusy}
      />
      {/* Beside the button that was pressed: the top of the form is out of sight on a phone. */}
      <FormMessage message={refusal ?? problems.message} />
      <div className={styles.actions}>
        <Button onClick={handleCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Submitting..." : "Submit Resource"}
        </Button>
      </div>
    </form>
  );
}

function typeNamed(name: string): ResourceDraft["type"] {
  return typeOptions.find(({ value }) => value === name)?.value ?? null;
}
