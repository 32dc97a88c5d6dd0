import { useRef, useState, type FormEvent } from "react";
import { MAX_DESCRIPTION, MAX_TITLE, type ResourceType } from "#shared/features/resources/contract.ts";
import { checkEntryDraft, entryTypeLabels } from "#shared/features/resources/entry-draft.ts";
import { suggestTags } from "#shared/features/resources/tag-suggestions.ts";
import type { FormProblems } from "#web/lib/form-problems.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TagField } from "#web/ui/form/tag-field.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import { PhotoPicker } from "#web/features/photos/photo-picker.tsx";
import { entryWords, newPhotos } from "#web/features/photos/picked-photos.ts";
import { usePickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { ContactField } from "../add/contact-field.tsx";
import type { SubmitEntry } from "../add/resource-form.tsx";
import styles from "../add/resource-form.module.css";

const MAX_TAG = 40;

interface EntryFormProps {
  type: ResourceType;
  communities: readonly { id: string; name: string }[];
  communityNoun: string;
  isBusy: boolean;
  problems: FormProblems;
  onSubmit: SubmitEntry;
}

/** Add Entry for a location, a talent or gear. What is written stays when the type is changed. */
export function EntryForm({ type, communities, communityNoun, isBusy, problems, onSubmit }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [communityId, setCommunityId] = useState("");
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [tags, setTags] = useState<readonly string[]>([]);
  const [contact, setContact] = useState("");
  const [address, setAddress] = useState<AddressDraft>({ text: "", place: null });
  const [hasTried, setHasTried] = useState(false);
  const picked = usePickedPhotos(entryWords);
  const draft = useFormDraft(
    "entry",
    { communityId, title, description, tags: tags.join("\n"), contact, address: address.text },
    (words) => {
      setCommunityId(words.communityId);
      setTitle(words.title);
      setDescription(words.description);
      setTags(words.tags.split("\n").filter((tag) => tag !== ""));
      setContact(words.contact);
      setAddress({ text: words.address, place: null });
    },
  );
  const label = entryTypeLabels[type];
  const wrong = checkEntryDraft(
    { communityId, type, title, description, address, photos: picked.photos },
    communityNoun,
  );
  // Said after the first try, and taken back as soon as it is mended.
  const refused: typeof wrong = hasTried ? wrong : {};

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setHasTried(true);
    if (Object.keys(wrong).length > 0) {
      // Once the fields say that they are wrong.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
      );
      return;
    }
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
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <Select
        label={communityNoun}
        placeholder={`Choose a ${communityNoun}`}
        value={communityId}
        options={communities
          .filter(({ id, name }) => id !== "" && name.trim() !== "")
          .map(({ id, name }) => ({ value: id, label: name }))}
        error={refused.community ?? null}
        onChange={(event) => setCommunityId(event.currentTarget.value)}
      />
      <TextField
        label={`${label} name`}
        maxLength={MAX_TITLE}
        value={title}
        error={refused.title ?? problems.fields["title"] ?? null}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextArea
        label="Description"
        maxLength={MAX_DESCRIPTION}
        value={description}
        error={refused.description ?? problems.fields["description"] ?? null}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <AddressField
        label="Address (optional)"
        hint={`Without one it is where its ${communityNoun} is. A city address such as 7:30 & Enchant, or a suggestion.`}
        value={address}
        error={refused.address ?? null}
        onChange={setAddress}
      />
      <TagField
        label="Tags (optional)"
        tags={tags}
        error={problems.fields["tags"] ?? null}
        maxLength={MAX_TAG}
        suggest={(typed) => suggestTags(typed, tags)}
        onChange={setTags}
      />
      <div data-invalid={refused.photos === undefined ? undefined : true}>
        <ContactField value={contact} communityNoun={communityNoun} onChange={setContact} />
        <PhotoPicker
          label="Photos"
          hint="Up to 4, JPEG, PNG or WebP, 5 MB each. Drag them, or use the arrows, to put them in order."
          error={refused.photos ?? null}
          picked={picked}
          isDisabled={isBusy}
        />
      </div>
      <FormMessage message={Object.values(refused)[0] ?? problems.message} />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" isBusy={isBusy || picked.isShrinking}>
          {isBusy ? "Adding..." : `Add ${label}`}
        </Button>
      </div>
    </form>
  );
}
