import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_ADDRESS,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
} from "#shared/features/communities/limits.ts";
import { FormRow } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type Camp, CampChooser } from "../camp-chooser.tsx";
import { type PanelDraft, panelLabels } from "./panel-draft.ts";
import styles from "./panel.module.css";
import type { Panel } from "./use-panel.ts";

type TextName = Exclude<keyof PanelDraft, "description" | "adminPassword" | "campId" | "joinQuestions">;

/** A community's details and its admin login. */
export function DetailsForm({ panel, camps }: { panel: Panel; camps: readonly Camp[] }) {
  const { draft, problems, change } = panel;
  const field = (name: TextName, maxLength: number) => (
    <TextField
      label={panelLabels[name]}
      maxLength={maxLength}
      value={draft[name]}
      error={problems.fields[name] ?? null}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={styles.section}>
      {field("name", MAX_COMMUNITY_NAME)}
      <TextArea
        data-about-things
        label={panelLabels.description}
        rows={4}
        maxLength={MAX_COMMUNITY_DESCRIPTION}
        value={draft.description}
        error={problems.fields["description"] ?? null}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <FormRow>
        {field("address", MAX_COMMUNITY_ADDRESS)}
        {field("city", MAX_COMMUNITY_NAME)}
      </FormRow>
      {field("tags", 1000)}
      <CampChooser
        camps={camps}
        campId={draft.campId}
        error={problems.fields["campId"] ?? null}
        onChange={(campId) => change({ campId })}
      />
      <FormRow>
        {field("adminUsername", MAX_ADMIN_USERNAME)}
        <PasswordField
          label={panelLabels.adminPassword}
          hint="Leave blank to keep it. A new password ends the admin access of everyone using the old one."
          maxLength={128}
          autoComplete="new-password"
          value={draft.adminPassword}
          error={problems.fields["adminPassword"] ?? null}
          onChange={(event) => change({ adminPassword: event.currentTarget.value })}
        />
      </FormRow>
    </div>
  );
}
