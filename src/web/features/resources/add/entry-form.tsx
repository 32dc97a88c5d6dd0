import { useState } from "react";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import { checkEntryDraft, entryTypeLabels } from "#shared/features/resources/entry-draft.ts";
import { suggestTags } from "#shared/features/resources/tag-suggestions.ts";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TagField } from "#web/ui/form/tag-field.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { entryWords, newPhotos } from "#web/features/photos/picked-photos.ts";
import { usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { CommunitySelect } from "../fields/community-select.tsx";
import { ContactField } from "../fields/contact-field.tsx";
import { TitleFields } from "../fields/title-fields.tsx";
import type { SubmitEntry } from "./resource-form.tsx";

const MAX_TAG = 40;

const emptyEntry = {
  communityId: "",
  title: "",
  description: "",
  tags: [] as readonly string[],
  contact: "",
  address: { text: "", place: null } as AddressDraft,
};

interface EntryFormProps {
  type: ResourceType;
  communities: readonly { id: string; name: string }[];
  communityNoun: string;
  /** The community chosen at first; may be empty. */
  homeId: string;
  isBusy: boolean;
  problems: FormProblems;
  onSubmit: SubmitEntry;
}

/** The Add Entry form for a location, a talent or gear. Input is kept when the type changes. */
export function EntryForm({
  type,
  communities,
  communityNoun,
  homeId,
  isBusy,
  problems,
  onSubmit,
}: EntryFormProps) {
  const [entry, setEntry] = useState({ ...emptyEntry, communityId: homeId });
  const change = (part: Partial<typeof entry>): void => setEntry((before) => ({ ...before, ...part }));
  const { communityId, title, description, tags, contact, address } = entry;
  const picked = usePickedPhotos(entryWords);
  const draft = useFormDraft(
    "entry",
    { communityId, title, description, tags: tags.join("\n"), contact, address: address.text },
    ({ tags: lines, address: text, ...words }) =>
      change({
        ...words,
        tags: lines.split("\n").filter((tag) => tag !== ""),
        address: { text, place: null },
      }),
  );
  const label = entryTypeLabels[type];
  const check = useFormCheck(
    checkEntryDraft({ communityId, type, title, description, address, photos: picked.photos }, communityNoun),
    problems,
  );

  function handleSubmit(): void | false {
    if (!check.pass()) return false;
    const { place } = address;
    const location =
      place === null ? null : { address: place.address, lat: place.latitude, lon: place.longitude };
    const photos = newPhotos(picked.photos);
    onSubmit(
      { communityId, type, title, description, tags: tags.join(", "), contact, location, photos },
      picked.mark,
      draft.drop,
    );
  }
  return (
    <Form onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <CommunitySelect
        communities={communities}
        noun={communityNoun}
        value={communityId}
        error={check.errorOf("community")}
        onChange={(id) => change({ communityId: id })}
      />
      <TitleFields
        label={`${label} name`}
        title={title}
        description={description}
        errorOf={check.errorOf}
        onChange={change}
      />
      <AddressField
        label="Address (optional)"
        hint={`Leave empty to use its ${communityNoun}’s. A city address such as 7:30 & Enchant, or a suggestion.`}
        value={address}
        error={check.errorOf("address")}
        onChange={(chosen) => change({ address: chosen })}
      />
      <TagField
        label="Tags (optional)"
        tags={tags}
        error={check.errorOf("tags")}
        maxLength={MAX_TAG}
        suggest={(typed) => suggestTags(typed, tags)}
        onChange={(next) => change({ tags: next })}
      />
      <ContactField
        value={contact}
        communityNoun={communityNoun}
        onChange={(text) => change({ contact: text })}
      />
      <PhotoPicker
        label="Photos"
        hint="Up to 4, JPEG, PNG or WebP, 5 MB each. Drag them, or use the arrows, to put them in order."
        error={check.errorOf("photos")}
        picked={picked}
        isDisabled={isBusy}
      />
      <FormMessage message={check.message} />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Adding..." : `Add ${label}`}
        </Button>
      </FormActions>
    </Form>
  );
}
