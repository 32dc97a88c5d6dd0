import { PasswordField } from "#web/ui/form/password-field.tsx";

interface NewPasswordFieldProps {
  label: string;
  /** What the server said of it. */
  error: string | undefined;
}

/** The field `password` of every form that sets one. */
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
