import { useState } from "react";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions, FormRow } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { entryWords, newPhotos } from "#web/features/photos/picked-photos.ts";
import { type PickedPhotos, usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { checkResourceDraft, type ResourceDraft } from "./resource-draft.ts";
import { CommunitySelect } from "../fields/community-select.tsx";
import { ContactField } from "../fields/contact-field.tsx";
import { TitleFields } from "../fields/title-fields.tsx";
import { typeOptions } from "../view/resource-type-label.ts";

interface ResourceFormProps {
  initial: ResourceDraft;
  communities: readonly { id: string; name: string }[];
  /** This server's name for a community. */
  communityNoun: string;
  isBusy: boolean;
  /** Errors of the last attempt. */
  problems: FormProblems;
  /** Whether the draft is stored on this device: not for a form with initial values. */
  isDraftStored: boolean;
  onSubmit: SubmitEntry;
  onCancel: () => void;
}

/**
 * @param markPhoto shows the progress of a photo
 * @param onTaken called when it is being sent: the draft is no longer stored
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
  const picked = usePickedPhotos(entryWords, initial.photos);
  const change = (part: Partial<ResourceDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const { communityId, title, description, tags, contact } = draft;
  const typed = useFormDraft(
    isDraftStored ? "resource" : null,
    { communityId, type: draft.type ?? "", title, description, tags, contact },
    ({ type, ...words }) => change({ ...words, type: typeNamed(type) }),
  );

  const check = useFormCheck(checkResourceDraft(draft, communityNoun), problems);

  function handleSubmit(): void | false {
    if (!check.pass()) return false;
    onSubmit({ ...draft, photos: newPhotos(picked.photos) }, picked.mark, typed.drop);
  }

  function handleCancel(): void {
    typed.drop();
    onCancel();
  }

  return (
    <Form onSubmit={handleSubmit}>
      <RestoredNote draft={typed} />
      <FormRow>
        <CommunitySelect
          communities={communities}
          noun={communityNoun}
          value={communityId}
          error={check.errorOf("community")}
          onChange={(id) => change({ communityId: id })}
        />
        <Select
          label="Resource Type"
          placeholder="Choose a type"
          value={draft.type ?? ""}
          options={typeOptions}
          error={check.errorOf("type")}
          onChange={(event) => change({ type: typeNamed(event.currentTarget.value) })}
        />
      </FormRow>
      <TitleFields title={title} description={description} errorOf={check.errorOf} onChange={change} />
      <TextField
        label="Tags (comma-separated)"
        maxLength={1000}
        value={tags}
        error={check.errorOf("tags")}
        autoCapitalize="none"
        onChange={(event) => change({ tags: event.currentTarget.value })}
      />
      <ContactField
        value={contact}
        communityNoun={communityNoun}
        onChange={(text) => change({ contact: text })}
      />
      <PhotoPicker
        label="Photos (optional)"
        hint="Up to 4, JPEG, PNG or WebP, 5 MB each."
        picked={picked}
        isDisabled={isBusy}
      />
      {/* Beside the submit button: the top of the form is out of sight on a phone. */}
      <FormMessage message={check.message} />
      <FormActions>
        <Button onClick={handleCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Submitting..." : "Submit Resource"}
        </Button>
      </FormActions>
    </Form>
  );
}

function typeNamed(name: string): ResourceDraft["type"] {
  return typeOptions.find(({ value }) => value === name)?.value ?? null;
}
