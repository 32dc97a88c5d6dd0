import { PasswordField } from "#web/ui/form/password-field.tsx";

interface NewPasswordFieldProps {
  label: string;
  /** The server's error. */
  error: string | undefined;
}

/** The `password` field of every form that sets one. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      name="password"
      hint="At least 8 characters."
      error={error ?? null}
      autoComplete="new-password"
      maxLength={128}
      required
    />
  );
}
