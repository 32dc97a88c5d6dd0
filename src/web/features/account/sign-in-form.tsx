import { KeyRound } from "lucide-react";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { usePasskeySignIn, useSignIn } from "./sign-in-api.ts";
import { PasskeyDismissed, usePasskeyObstacle } from "./passkey.ts";

interface SignInFormProps {
  onDone: () => void;
  onForgotten: () => void;
}

export function SignInForm({ onDone, onForgotten }: SignInFormProps) {
  const signIn = useSignIn();
  const passkey = usePasskeySignIn();
  const obstacle = usePasskeyObstacle();
  const passkeyError = passkey.error instanceof PasskeyDismissed ? null : passkey.error;
  const { message } = problemsOf(signIn.error ?? passkeyError, []);
  return (
    <Form
      onSubmit={({ pseudonym = "", password = "" }) => {
        passkey.reset();
        signIn.mutate({ pseudonym, password }, { onSuccess: onDone });
      }}
    >
      <FormMessage message={message} />
      <TextField
        label="Pseudonym"
        name="pseudonym"
        autoComplete="username webauthn"
        autoCapitalize="none"
        required
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <FormActions>
        <Button variant="primary" type="submit" isBusy={signIn.isPending}>
          {signIn.isPending ? "Signing in..." : "Sign In"}
        </Button>
        {obstacle === null ? (
          <Button
            isBusy={passkey.isPending}
            onClick={() => {
              signIn.reset();
              passkey.mutate(undefined, { onSuccess: onDone });
            }}
          >
            <KeyRound aria-hidden size={20} strokeWidth={1.8} />
            Use a passkey
          </Button>
        ) : null}
      </FormActions>
      {obstacle === null || obstacle.address === null ? null : (
        <p>
          Passkeys work only at <a href={obstacle.address}>{obstacle.address}</a>.
        </p>
      )}
      <Button variant="plain" onClick={onForgotten}>
        Forgot your password?
      </Button>
    </Form>
  );
}
