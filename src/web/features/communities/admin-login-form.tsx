import { useState } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormActions, FormAside } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useAdminLogin } from "./api.ts";

interface AdminLoginFormProps {
  communityId: string;
  onDone: (community: Community) => void;
  onCancel: () => void;
}

/** The community's own username and password. A user who enters them is its admin for some hours. */
export function AdminLoginForm({ communityId, onDone, onCancel }: AdminLoginFormProps) {
  const login = useAdminLogin(communityId);
  const [missing, setMissing] = useState<{ username: boolean; password: boolean }>({
    username: false,
    password: false,
  });
  function handleSubmit({ username = "", password = "" }: Readonly<Record<string, string>>): void {
    const lacks = { username: username.trim() === "", password: password === "" };
    setMissing(lacks);
    if (!lacks.username && !lacks.password) login.mutate({ username, password }, { onSuccess: onDone });
  }
  return (
    <Form onSubmit={handleSubmit} failure={login.error}>
      <FormAside>
        The admin login belongs to the community, not to your account. It makes you an admin on this device
        for twelve hours.
      </FormAside>
      <TextField
        label="Username"
        name="username"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={missing.username ? "Please enter the username." : null}
      />
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="off"
        error={missing.password ? "Please enter the password." : null}
      />
      <FormMessage message={login.error === null ? null : sentenceFor(login.error)} />
      <FormActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={login.isPending}>
          {login.isPending ? "Logging in..." : "Login"}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The specified text, except for a rate limit, which states the waiting time. */
function sentenceFor(error: Error): string {
  const isExpected =
    error instanceof ApiError && (error.code === "invalid-credentials" || error.code === "too-many-requests");
  return isExpected ? error.message : "Failed to login. Please try again.";
}
