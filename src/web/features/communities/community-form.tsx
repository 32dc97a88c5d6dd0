import { useState } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { suggestAdminPassword, suggestAdminUsername } from "#shared/features/communities/admin-login.ts";
import { checkCommunityDraft } from "#shared/features/communities/community-draft.ts";
import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
} from "#shared/features/communities/limits.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { type FormCheck, useFormCheck } from "#web/lib/use-form-check.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormActions, FormAside, FormRow } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type AddressDraft, AddressField } from "#web/features/map/address/address-field.tsx";
import { ProfilePhotoField } from "#web/features/photos/profile-photo-field.tsx";
import { useDraftPhoto } from "#web/features/photos/use-draft-photo.ts";
import { useCreateCommunity } from "./create-community.ts";

const FAILURE = "Failed to create";
const NAMES = ["name", "description", "adminUsername", "adminPassword", "location"];

interface Texts {
  name: string;
  description: string;
  /** Null until the user types one; the suggestion is used until then. */
  adminUsername: string | null;
  adminPassword: string;
}

interface CommunityFormProps {
  maker: SessionUser;
  communityNoun: string;
  onDone: (made: { id: string; name: string }) => void;
}

/**
 * Creates a community, whose creator is the first admin. Its admin login is prefilled with a username derived from the name and a random
 * password.
 */
export function CommunityForm({ maker, communityNoun, onDone }: CommunityFormProps) {
  const create = useCreateCommunity();
  const [texts, setTexts] = useState<Texts>(() => ({
    name: "",
    description: "",
    adminUsername: null,
    adminPassword: suggestAdminPassword(),
  }));
  const [address, setAddress] = useState<AddressDraft>({ text: "", place: null });
  const photo = useDraftPhoto();
  const change = (part: Partial<Texts>): void => setTexts((before) => ({ ...before, ...part }));
  const { name, description, adminUsername: typedUsername } = texts;
  const filled = { ...texts, adminUsername: typedUsername ?? suggestAdminUsername(name) };
  const draft = useFormDraft(
    "community",
    {
      name,
      description,
      adminUsername: typedUsername ?? "",
      address: address.text,
      photos: photo.words,
    },
    ({ address: text, adminUsername, photos, ...typed }) => {
      void photo.restore(photos);
      change({ ...typed, adminUsername: adminUsername === "" ? null : adminUsername });
      setAddress({ text, place: null });
    },
  );
  const { message, fields } = problemsOf(create.error, NAMES);
  const check = useFormCheck(checkCommunityDraft({ ...filled, address }, communityNoun), {
    message: message === null ? null : `${FAILURE} ${communityNoun}. ${message}`,
    fields: { ...fields, ...(fields["location"] ? { address: fields["location"] } : {}) },
  });

  function handleSubmit(): void | false {
    const { place } = address;
    if (!check.pass() || place === null) return false;
    if (create.isPending || photo.isOpening) return;
    create.mutate(
      { ...filled, place, photo: photo.file, maker },
      {
        onSuccess(made) {
          draft.drop();
          onDone({ id: made.id, name: made.name });
        },
      },
    );
  }
  return (
    <Form isBusy={create.isPending} failure={create.error} onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <ProfilePhotoField
        label="Profile photo (optional)"
        file={photo.file}
        problem={photo.problem}
        onChange={photo.choose}
      />
      <TextField
        label={`${communityNoun} name`}
        maxLength={MAX_COMMUNITY_NAME}
        value={name}
        error={check.errorOf("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextArea
        data-about-things
        label="Description"
        maxLength={MAX_COMMUNITY_DESCRIPTION}
        value={description}
        error={check.errorOf("description")}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <AddressField label="Address" value={address} error={check.errorOf("address")} onChange={setAddress} />
      <AdminLoginFields
        username={filled.adminUsername}
        password={filled.adminPassword}
        errorOf={check.errorOf}
        onChange={change}
      />
      <FormMessage message={check.message} />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={create.isPending || photo.isOpening}>
          {create.isPending ? "Creating..." : `Create ${communityNoun}`}
        </Button>
      </FormActions>
    </Form>
  );
}

interface AdminLoginFieldsProps {
  username: string;
  password: string;
  errorOf: FormCheck<"adminUsername" | "adminPassword">["errorOf"];
  onChange: (part: { adminUsername: string } | { adminPassword: string }) => void;
}

function AdminLoginFields({ username, password, errorOf, onChange }: AdminLoginFieldsProps) {
  return (
    <>
      <FormAside>
        Anyone who signs in with these is an admin for twelve hours. Share them only with people you trust.
        You can change them later in the Admin Panel.
      </FormAside>
      <FormRow>
        <TextField
          label="Admin username"
          maxLength={MAX_ADMIN_USERNAME}
          autoComplete="off"
          autoCapitalize="none"
          value={username}
          error={errorOf("adminUsername")}
          onChange={(event) => onChange({ adminUsername: event.currentTarget.value })}
        />
        <PasswordField
          label="Admin password"
          hint="At least 8 characters."
          autoComplete="new-password"
          maxLength={128}
          isShownAtFirst
          value={password}
          error={errorOf("adminPassword")}
          onChange={(event) => onChange({ adminPassword: event.currentTarget.value })}
        />
      </FormRow>
      <Button
        variant="plain"
        onClick={() =>
          void copyText(
            `${username}\n${password}`,
            "Admin login copied.",
            "The browser does not let us copy. Please write the admin login down.",
          )
        }
      >
        Copy admin login
      </Button>
    </>
  );
}
