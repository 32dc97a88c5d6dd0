import { useEffect, useRef, useState } from "react";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormAside } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useRequestResetCode, useResetPassword } from "./sign-in-api.ts";

const sentBy = {
  mail: "If this account has an e-mail address, a code is on its way to it.",
  operator: "This server sends no mail: ask the people who run it for your one-time code.",
} as const;

/** Resets a password in two steps: requests a one-time code, then sets a new password with it. */
export function ResetForm({ onDone }: { onDone: () => void }) {
  const [pseudonym, setPseudonym] = useState("");
  const request = useRequestResetCode();
  if (request.data !== undefined) {
    return (
      <NewPasswordForm pseudonym={pseudonym} explanation={sentBy[request.data.delivery]} onDone={onDone} />
    );
  }
  return (
    <Form
      onSubmit={(values) => {
        const name = values["pseudonym"] ?? "";
        setPseudonym(name);
        request.mutate(name);
      }}
    >
      <FormAside>A one-time code lets you choose a new password.</FormAside>
      <FormMessage message={problemsOf(request.error, []).message} />
      <TextField label="Pseudonym" name="pseudonym" autoComplete="username" autoCapitalize="none" required />
      <Button variant="primary" type="submit" isBusy={request.isPending}>
        {request.isPending ? "Asking..." : "Get a code"}
      </Button>
    </Form>
  );
}

interface NewPasswordFormProps {
  pseudonym: string;
  explanation: string;
  onDone: () => void;
}

function NewPasswordForm({ pseudonym, explanation, onDone }: NewPasswordFormProps) {
  const reset = useResetPassword();
  const codeField = useRef<HTMLInputElement>(null);
  // The previous form was removed, and the focus with it.
  useEffect(() => codeField.current?.focus(), []);
  const { message, fields } = problemsOf(reset.error, ["code", "password"]);
  return (
    <Form
      failure={reset.error}
      onSubmit={({ code = "", password = "" }) =>
        reset.mutate({ pseudonym, code: code.trim(), password }, { onSuccess: onDone })
      }
    >
      <FormAside>{explanation}</FormAside>
      <FormMessage message={message} />
      <TextField
        label="One-time code"
        name="code"
        error={fields["code"] ?? null}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        ref={codeField}
        required
      />
      <NewPasswordField label="New password" error={fields["password"]} />
      <Button variant="primary" type="submit" isBusy={reset.isPending}>
        {reset.isPending ? "Saving..." : "Save new password"}
      </Button>
    </Form>
  );
}
