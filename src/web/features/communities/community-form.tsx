import { useState } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { checkCommunityDraft } from "#shared/features/communities/community-draft.ts";
import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
} from "#shared/features/communities/limits.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { useFormCheck } from "#web/lib/use-form-check.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormActions, FormAside, FormFold, FormRow } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import { ProfilePhotoField } from "#web/features/photos/profile-photo-field.tsx";
import { useCreateCommunity } from "./create-community.ts";

const FAILURE = "Failed to create";
const NAMES = ["name", "description", "adminUsername", "adminPassword", "location"];

interface CommunityFormProps {
  maker: SessionUser;
  communityNoun: string;
  onDone: (made: { id: string; name: string }) => void;
}

/** Creates a community: its maker is the first admin. A login that lets others be admins can come later. */
export function CommunityForm({ maker, communityNoun, onDone }: CommunityFormProps) {
  const create = useCreateCommunity();
  const [texts, setTexts] = useState({ name: "", description: "", adminUsername: "", adminPassword: "" });
  const [address, setAddress] = useState<AddressDraft>({ text: "", place: null });
  const [photo, setPhoto] = useState<File | null>(null);
  const change = (part: Partial<typeof texts>): void => setTexts((before) => ({ ...before, ...part }));
  const { adminPassword: _, ...words } = texts;
  const draft = useFormDraft(
    "community",
    { ...words, address: address.text },
    ({ address: text, ...typed }) => {
      change(typed);
      setAddress({ text, place: null });
    },
  );
  const { message, fields } = problemsOf(create.error, NAMES);
  const check = useFormCheck(checkCommunityDraft({ ...texts, address }, communityNoun), {
    message: message === null ? null : `${FAILURE} ${communityNoun}. ${message}`,
    fields: { ...fields, ...(fields["location"] ? { address: fields["location"] } : {}) },
  });

  function handleSubmit(): void | false {
    const { place } = address;
    if (!check.pass() || place === null) return false;
    if (create.isPending) return;
    create.mutate(
      { ...texts, place, photo, maker },
      {
        onSuccess({ id, name }) {
          draft.drop();
          onDone({ id, name });
        },
      },
    );
  }
  return (
    <Form failure={create.error} onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <ProfilePhotoField label="Profile photo (optional)" file={photo} onChange={setPhoto} />
      <TextField
        label={`${communityNoun} name`}
        maxLength={MAX_COMMUNITY_NAME}
        value={texts.name}
        error={check.errorOf("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextArea
        data-about-things
        label="Description"
        maxLength={MAX_COMMUNITY_DESCRIPTION}
        value={texts.description}
        error={check.errorOf("description")}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <AddressField label="Address" value={address} error={check.errorOf("address")} onChange={setAddress} />
      <FormFold
        summary="Admin login (optional)"
        isOpen={
          texts.adminUsername !== "" ||
          check.errorOf("adminUsername") !== null ||
          check.errorOf("adminPassword") !== null
        }
      >
        <FormAside>
          Anyone who signs in with these is an admin for twelve hours. Share them only with people you trust.
        </FormAside>
        <FormRow>
          <TextField
            label="Admin username"
            maxLength={MAX_ADMIN_USERNAME}
            autoComplete="off"
            autoCapitalize="none"
            value={texts.adminUsername}
            error={check.errorOf("adminUsername")}
            onChange={(event) => change({ adminUsername: event.currentTarget.value })}
          />
          <PasswordField
            label="Admin password"
            hint="At least 8 characters."
            autoComplete="new-password"
            maxLength={128}
            value={texts.adminPassword}
            error={check.errorOf("adminPassword")}
            onChange={(event) => change({ adminPassword: event.currentTarget.value })}
          />
        </FormRow>
      </FormFold>
      <FormMessage message={check.message} />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={create.isPending}>
          {create.isPending ? "Creating..." : `Create ${communityNoun}`}
        </Button>
      </FormActions>
    </Form>
  );
}
