import { Fragment, useEffect, useMemo, useState } from "react";
import {
  checkListing,
  type Entrance,
  entryTypeLabels,
  type ListingDraft,
  listingFields,
} from "#shared/features/resources/listing-draft.ts";
import { splitTags } from "#shared/http/tags.ts";
import {
  draftPhotos,
  editWords,
  entryWords,
  type PickedPhotos,
  usePickedPhotos,
} from "#web/features/photos/picked-photos.ts";
import type { OperationProblem } from "#shared/outbox/operation.ts";
import { problemsOfWrite } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { useDraftPhotos } from "#web/offline/drafts/use-draft-photos.ts";
import { type FormDraft, useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import type { QueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { typeOptions } from "../view/resource-type-label.ts";
import { listingFieldViews } from "./listing-fields.tsx";
import type { ListingContent } from "./save-listing.ts";
import type { ListingValues } from "./listing-values.ts";

interface ListingFormProps {
  entrance: Entrance;
  /** Read once, except the type of the Add Entry page, which is chosen above the form. */
  initial: ListingValues;
  /** Communities to choose from. */
  communities?: readonly { id: string; name: string }[];
  save: Pick<QueuedMutation<unknown, never>, "isPending" | "error" | "refusal">;
  /** The reason why an earlier attempt was refused. */
  problem?: OperationProblem | null | undefined;
  /** Whether the input is stored on this device until it is sent; false for a form with given values. */
  isDraftStored?: boolean;
  /** Reports whether closing would lose changes. */
  onChanged?: (isChanged: boolean) => void;
  onSubmit: SubmitListing;
  /** If undefined, the form has no Cancel button. */
  onCancel?: () => void;
}

/**
 * @param markPhoto shows the progress of a photo
 * @param draft the form's draft on this device, to be deleted once the write is queued or sent
 */
export type SubmitListing = (
  content: ListingContent,
  markPhoto: PickedPhotos["mark"],
  draft: Pick<FormDraft, "drop" | "sendAs">,
) => void;

/** The form of a thing: two variants to add it, and one to edit it. */
export function ListingForm({
  entrance,
  initial,
  communities = [],
  save: { isPending: isBusy, ...write },
  problem,
  isDraftStored = false,
  onChanged,
  onSubmit,
  onCancel,
}: ListingFormProps) {
  const { communityNoun } = usePublicSettings();
  const [values, setValues] = useState(initial.draft);
  const onChange = (part: Partial<ListingDraft>): void => setValues((before) => ({ ...before, ...part }));
  const draft = {
    ...values,
    ...(entrance === "entry" ? { type: initial.draft.type } : {}),
    // The community of a stored draft may have been deleted.
    communityId: communities.some(({ id }) => id === values.communityId) ? values.communityId : "",
  };
  const picked = usePickedPhotos(entrance === "edit" ? editWords : entryWords, initial.photos);
  const typed = useStoredDraft(isDraftStored ? entrance : null, values, picked, onChange);
  const hasPhotoFailed = picked.photos.some(({ state }) => state.phase === "failed");
  const problems = problemsOfWrite(write, problem, {
    names: listingFields[entrance],
    failure: entrance === "edit" && hasPhotoFailed ? "Failed to upload photos." : listingFailures[entrance],
  });
  const check = useFormCheck(checkListing(entrance, draft, picked.photos.length, communityNoun), problems);
  const content = JSON.stringify([values, picked.photos.map(({ id }) => id)]);
  const [first] = useState(() =>
    JSON.stringify([initial.draft, initial.photos.map((photo) => ("path" in photo ? photo.path : photo.id))]),
  );
  const isChanged = content !== first;
  useEffect(() => onChanged?.(isChanged), [isChanged, onChanged]);

  function handleSubmit(): void | false {
    if (!check.pass()) return false;
    onSubmit({ draft, photos: picked.photos }, picked.mark, typed);
  }
  function handleCancel(): void {
    typed.drop();
    onCancel?.();
  }
  const fields = {
    entrance,
    draft,
    picked,
    communities,
    communityNoun,
    isBusy,
    errorOf: check.errorOf,
    onChange,
  };
  return (
    <Form isBusy={isBusy} onSubmit={handleSubmit}>
      <RestoredNote draft={typed} />
      {listingFields[entrance].map((field) => (
        <Fragment key={field}>{listingFieldViews[field](fields)}</Fragment>
      ))}
      {/* Beside the submit button, because the top of the form is out of view on a phone. */}
      <FormMessage message={check.message} />
      <FormActions>
        {onCancel === undefined ? null : <Button onClick={handleCancel}>Cancel</Button>}
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? busyWords[entrance] : submitWords(entrance, draft.type)}
        </Button>
      </FormActions>
    </Form>
  );
}

/** Stores the fields on this device as texts, and the chosen photos. @param form null stores nothing */
function useStoredDraft(
  form: Entrance | null,
  { type, tags, address, communityId, title, description, contact }: ListingDraft,
  { photos: chosen, restore }: PickedPhotos,
  fill: (part: Partial<ListingDraft>) => void,
) {
  const isStored = form !== null;
  const unsent = useMemo(() => (isStored ? draftPhotos(chosen) : null), [isStored, chosen]);
  const texts = {
    photos: useDraftPhotos(unsent),
    communityId,
    type: type ?? "",
    title,
    description,
    tags: tags.join("\n"),
    contact,
    address: address.text,
  };
  return useFormDraft(form, texts, ({ photos, ...stored }) => {
    restore(photos.split(" ").filter(Boolean));
    fill({
      ...stored,
      type: typeOptions.find(({ value }) => value === stored.type)?.value ?? null,
      tags: splitTags(stored.tags.split("\n")),
      address: { text: stored.address, place: null },
    });
  });
}

/** Shows how many photos of a reopened queued write this device has lost. */
export function LostPhotos({ count }: { count: number }) {
  if (count === 0) return null;
  return <p>{count === 1 ? "One photo is" : `${count} photos are`} no longer on this device.</p>;
}

export const listingFailures: Record<Entrance, string> = {
  resource: "Failed to submit resource.",
  entry: "Failed to create entry.",
  edit: "Failed to update entry.",
};

const busyWords: Record<Entrance, string> = {
  resource: "Submitting...",
  entry: "Adding...",
  edit: "Updating...",
};

function submitWords(entrance: Entrance, type: ListingDraft["type"]): string {
  if (entrance === "edit") return "Save Changes";
  return entrance === "entry" && type !== null ? `Add ${entryTypeLabels[type]}` : "Submit Resource";
}
