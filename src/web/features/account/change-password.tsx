import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/lib/server/api-error.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions, FormAside } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useChangePassword } from "./devices-api.ts";

/** The server may have processed a request even if no response arrived. */
const NO_ANSWER =
  "The signal broke off, so your password may have changed or not. Please try again with a signal. If your old password is refused, use the new one.";

/** Changes the password of a signed-in user, who must enter the current one. */
export function ChangePassword({ pseudonym }: { pseudonym: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form was removed, and the focus with it.
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <PasswordForm pseudonym={pseudonym} onDone={() => setIsOpen(false)} />;
  return (
    <div>
      <Button ref={opener} onClick={() => setIsOpen(true)}>
        Change password
      </Button>
    </div>
  );
}

function PasswordForm({ pseudonym, onDone }: { pseudonym: string; onDone: () => void }) {
  const change = useChangePassword();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { message, fields } = problemsOf(change.error, ["currentPassword", "password"]);
  const isUnknown = change.error instanceof ApiError && change.error.code === "unreachable";
  return (
    <Form
      failure={change.error}
      onSubmit={({ currentPassword = "", password = "" }) => {
        if (!change.isPending) change.mutate({ currentPassword, password }, { onSuccess: onDone });
      }}
    >
      <FormAside>All your other devices are signed out then.</FormAside>
      <FormMessage message={isUnknown ? NO_ANSWER : message} />
      {/* Shows a password manager which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={pseudonym} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        error={fields["currentPassword"] ?? null}
        autoComplete="current-password"
        maxLength={128}
        ref={first}
        required
      />
      <NewPasswordField label="New password" error={fields["password"]} />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={change.isPending}>
          {change.isPending ? "Saving..." : "Save new password"}
        </Button>
        <Button variant="plain" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
