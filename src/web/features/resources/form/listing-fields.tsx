import type { ReactNode } from "react";
import {
  availabilities,
  MAX_DESCRIPTION,
  MAX_TITLE,
  type Resource,
} from "#shared/features/resources/contract.ts";
import {
  type Entrance,
  entryTypeLabels,
  type ListingDraft,
  type ListingField,
} from "#shared/features/resources/listing-draft.ts";
import { suggestTags } from "#shared/features/resources/tag-suggestions.ts";
import { AddressField } from "#web/features/map/address/address-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import type { PickedPhotos } from "#web/features/photos/picked-photos.ts";
import { Select } from "#web/ui/form/select.tsx";
import { TagField } from "#web/ui/form/tag-field.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { typeOptions } from "../view/resource-type-label.ts";

/** The contract's limits, in characters. */
const MAX_CONTACT = 30;
const MAX_EMAIL = 254;

export interface ListingFieldProps {
  entrance: Entrance;
  draft: ListingDraft;
  picked: PickedPhotos;
  communities: readonly { id: string; name: string }[];
  /** This server's term for a community. */
  communityNoun: string;
  isBusy: boolean;
  errorOf: (field: ListingField) => string | null;
  onChange: (change: Partial<ListingDraft>) => void;
}

/** The fields of the form of a thing, with the specified labels of each form. */
export const listingFieldViews: Record<ListingField, (form: ListingFieldProps) => ReactNode> = {
  community: ({ communities, communityNoun, draft, errorOf, onChange }) => (
    <Select
      label={communityNoun}
      placeholder={`Choose a ${communityNoun}`}
      value={draft.communityId}
      options={communities
        .filter(({ id, name }) => id !== "" && name.trim() !== "")
        .map(({ id, name }) => ({ value: id, label: name }))}
      error={errorOf("community")}
      onChange={(event) => onChange({ communityId: event.currentTarget.value })}
    />
  ),
  type: ({ draft, errorOf, onChange }) => (
    <Select
      label="Resource Type"
      placeholder="Choose a type"
      value={draft.type ?? ""}
      options={typeOptions}
      error={errorOf("type")}
      onChange={(event) => onChange({ type: optionNamed(typeOptions, event.currentTarget.value) })}
    />
  ),
  title: ({ entrance, draft, errorOf, onChange }) => (
    <TextField
      label={entrance === "entry" && draft.type !== null ? `${entryTypeLabels[draft.type]} name` : "Title"}
      maxLength={MAX_TITLE}
      value={draft.title}
      error={errorOf("title")}
      onChange={(event) => onChange({ title: event.currentTarget.value })}
    />
  ),
  description: ({ draft, errorOf, onChange }) => (
    <TextArea
      data-about-things
      label="Description"
      maxLength={MAX_DESCRIPTION}
      value={draft.description}
      error={errorOf("description")}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
    />
  ),
  address: ({ communityNoun, draft, errorOf, onChange }) => (
    <AddressField
      label="Address (optional)"
      hint={`Leave empty to use its ${communityNoun}’s. A city address such as 7:30 & Enchant, or a suggestion.`}
      value={draft.address}
      error={errorOf("address")}
      onChange={(address) => onChange({ address })}
    />
  ),
  tags: ({ entrance, draft, errorOf, onChange }) => (
    <TagField
      label={entrance === "entry" ? "Tags (optional)" : "Tags (comma-separated)"}
      tags={draft.tags}
      error={errorOf("tags")}
      suggest={(typed) => suggestTags(typed, draft.tags)}
      onChange={(tags) => onChange({ tags })}
    />
  ),
  contact: ({ communityNoun, draft, onChange }) => (
    <TextField
      label="How to reach you (optional)"
      hint={`Members of the ${communityNoun} and people you lend to see this. Nothing of your account is shown.`}
      maxLength={draft.contact.includes("@") ? MAX_EMAIL : MAX_CONTACT}
      value={draft.contact}
      autoComplete="off"
      onChange={(event) => onChange({ contact: event.currentTarget.value })}
    />
  ),
  status: ({ draft, errorOf, onChange }) => (
    <Select
      label="Status"
      value={draft.availability}
      options={statusOptions}
      error={errorOf("status")}
      onChange={(event) => {
        const availability = optionNamed(statusOptions, event.currentTarget.value);
        if (availability !== null) onChange({ availability });
      }}
    />
  ),
  photos: ({ entrance, picked, isBusy, errorOf }) => (
    <PhotoPicker
      label={entrance === "resource" ? "Photos (optional)" : "Photos"}
      hint="Up to 4, JPEG, PNG or WebP, 5 MB each. Drag them, or use the arrows, to put them in order."
      error={errorOf("photos")}
      picked={picked}
      isDisabled={isBusy}
    />
  ),
};

const statusLabels: Record<Resource["availability"], string> = {
  available: "Available",
  unavailable: "Unavailable",
  maintenance: "Maintenance",
};
const statusOptions = availabilities.map((value) => ({ value, label: statusLabels[value] }));

function optionNamed<Value extends string>(options: readonly { value: Value }[], name: string): Value | null {
  return options.find(({ value }) => value === name)?.value ?? null;
}
