import { Download, KeyRound } from "lucide-react";
import { useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { Part, Parts } from "#web/ui/part.tsx";
import { PasskeyDismissed, usePasskeyObstacle } from "#web/features/account/passkey.ts";
import { useDeleteAccount, useExportAccount } from "./api.ts";
import styles from "./my-data.module.css";

/** Exports the user's data, or deletes the account. */
export function MyData({ onDeleted }: { onDeleted: () => void }) {
  const exporting = useExportAccount();
  return (
    <Parts>
      <Part heading="Download your data">
        <p className={styles.text}>
          One zip file with your memories, conversations, library entries, settings and photos.
        </p>
        <FormMessage message={exporting.error?.message ?? null} />
        <div>
          <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
            <Download aria-hidden size={20} strokeWidth={1.8} />
            {exporting.isPending ? "Preparing..." : "Download my data"}
          </Button>
        </div>
      </Part>
      <DeletePart onDeleted={onDeleted} />
    </Parts>
  );
}

function DeletePart({ onDeleted }: { onDeleted: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const { backupRetentionHours = null } = usePublicSettings();
  const obstacle = usePasskeyObstacle();
  const deleting = useDeleteAccount();
  const isDismissed = deleting.error instanceof PasskeyDismissed;
  const problems = problemsOf(isDismissed ? null : deleting.error, ["password"]);
  return (
    <Part heading="Delete my account">
      <p className={styles.text}>
        This deletes everything of yours for good: memories, conversations, what you share, photos and your
        name. Your communities stay. {backupWords(backupRetentionHours)}
      </p>
      {isAsked ? (
        <Form
          failure={deleting.error}
          onSubmit={({ password = "" }) => {
            if (!deleting.isPending) deleting.mutate(password, { onSuccess: onDeleted });
          }}
        >
          <PasswordField
            name="password"
            label="Your password, to be sure it is you"
            autoComplete="current-password"
            error={problems.fields["password"] ?? null}
          />
          <FormMessage message={problems.message} />
          <FormActions>
            <Button type="submit" variant="danger" isBusy={deleting.isPending}>
              {deleting.isPending ? "Deleting..." : "Delete everything"}
            </Button>
            {obstacle === null ? (
              <Button
                isBusy={deleting.isPending}
                onClick={() => deleting.mutate(null, { onSuccess: onDeleted })}
              >
                <KeyRound aria-hidden size={20} strokeWidth={1.8} />
                Delete with a passkey
              </Button>
            ) : null}
            <Button variant="plain" onClick={() => setIsAsked(false)}>
              Keep my account
            </Button>
          </FormActions>
        </Form>
      ) : (
        <div>
          <Button variant="danger" onClick={() => setIsAsked(true)}>
            Delete my account
          </Button>
        </div>
      )}
    </Part>
  );
}
