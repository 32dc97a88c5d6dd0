import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormAside, FormFold, FormRow } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useSignUp } from "./sign-in-api.ts";

const names = ["pseudonym", "password", "email", "phone"] as const;

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const signUp = useSignUp();
  const { message, fields } = problemsOf(signUp.error, names);
  return (
    <Form
      failure={signUp.error}
      onSubmit={({ pseudonym = "", password = "", email = "", phone = "" }) =>
        signUp.mutate({ pseudonym, password, email, phone }, { onSuccess: onDone })
      }
    >
      <FormMessage message={message} />
      <TextField
        label="Pseudonym"
        name="pseudonym"
        hint="How others see you. It need not be your name."
        error={fields["pseudonym"] ?? null}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={40}
        required
      />
      <NewPasswordField label="Password" error={fields["password"]} />
      <FormFold summary="E-mail and phone (optional)" isOpen={"email" in fields || "phone" in fields}>
        <FormAside>E-mail helps when you forget your password. No one else sees it or your phone.</FormAside>
        <FormRow>
          <TextField
            label="E-mail (optional)"
            name="email"
            type="email"
            error={fields["email"] ?? null}
            autoComplete="email"
            maxLength={254}
          />
          <TextField
            label="Phone (optional)"
            name="phone"
            type="tel"
            error={fields["phone"] ?? null}
            autoComplete="tel"
            maxLength={30}
          />
        </FormRow>
      </FormFold>
      <Button variant="primary" type="submit" isBusy={signUp.isPending}>
        {signUp.isPending ? "Signing up..." : "Sign Up"}
      </Button>
      <FormAside>Anything you’ve already made here comes with you.</FormAside>
    </Form>
  );
}
