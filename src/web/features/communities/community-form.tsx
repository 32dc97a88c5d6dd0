import { useRef, useState } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { checkCommunityDraft } from "#shared/features/communities/community-draft.ts";
import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
} from "#shared/features/communities/limits.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
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
import { useCreateCommunity } from "./create-community.ts";

const FAILURE = "Failed to create";
const NAMES = ["name", "description", "adminUsername", "adminPassword", "location"];

interface CommunityFormProps {
  maker: SessionUser;
  communityNoun: string;
  onDone: (name: string) => void;
}

/** Founds a community: who does is its first admin, and its login lets others in. */
export function CommunityForm({ maker, communityNoun, onDone }: CommunityFormProps) {
  const create = useCreateCommunity();
  const frame = useRef<HTMLDivElement>(null);
  const [texts, setTexts] = useState({ name: "", description: "", adminUsername: "", adminPassword: "" });
  const [address, setAddress] = useState<AddressDraft>({ text: "", place: null });
  const [photo, setPhoto] = useState<File | null>(null);
  const [hasTried, setHasTried] = useState(false);
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
  const problems = problemsOf(create.error, NAMES);
  const wrong = checkCommunityDraft({ ...texts, address }, communityNoun);
  // Said after the first try, and taken back as soon as it is mended.
  const refused: typeof wrong = hasTried ? wrong : {};

  function handleSubmit(): void {
    setHasTried(true);
    const { place } = address;
    if (Object.keys(wrong).length > 0 || place === null) {
      requestAnimationFrame(() =>
        frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    if (create.isPending) return;
    create.mutate(
      { ...texts, place, photo, maker },
      {
        onSuccess({ name }) {
          draft.drop();
          onDone(name);
        },
      },
    );
  }
  const message =
    Object.values(refused)[0] ??
    (problems.message === null ? null : `${FAILURE} ${communityNoun}. ${problems.message}`);
  return (
    <div ref={frame}>
      <Form failure={create.error} onSubmit={handleSubmit}>
        <RestoredNote draft={draft} />
        <ProfilePhotoField label="Profile photo (optional)" file={photo} onChange={setPhoto} />
        <TextField
          label={`${communityNoun} name`}
          maxLength={MAX_COMMUNITY_NAME}
          value={texts.name}
          error={refused.name ?? problems.fields["name"] ?? null}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextArea
          label="Description"
          maxLength={MAX_COMMUNITY_DESCRIPTION}
          value={texts.description}
          error={refused.description ?? problems.fields["description"] ?? null}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <AddressField
          label="Address"
          value={address}
          error={refused.address ?? problems.fields["location"] ?? null}
          onChange={setAddress}
        />
        <FormAside>
          Whoever logs in with these two is an admin for twelve hours. Share them with people you trust.
        </FormAside>
        <FormRow>
          <TextField
            label="Admin username"
            maxLength={MAX_ADMIN_USERNAME}
            autoComplete="off"
            autoCapitalize="none"
            value={texts.adminUsername}
            error={refused.adminUsername ?? problems.fields["adminUsername"] ?? null}
            onChange={(event) => change({ adminUsername: event.currentTarget.value })}
          />
          <PasswordField
            label="Admin password"
            hint="At least 8 characters."
            autoComplete="new-password"
            maxLength={128}
            value={texts.adminPassword}
            error={refused.adminPassword ?? problems.fields["adminPassword"] ?? null}
            onChange={(event) => change({ adminPassword: event.currentTarget.value })}
          />
        </FormRow>
        <FormMessage message={message} />
        <FormActions>
          <Button variant="primary" type="submit" isBusy={create.isPending}>
            {create.isPending ? "Creating..." : `Create ${communityNoun}`}
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}
