import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { AccountMode } from "../dialog-search.ts";
import { ResetForm } from "../features/account/reset-form.tsx";
import { SignInForm } from "../features/account/sign-in-form.tsx";
import { SignUpForm } from "../features/account/sign-up-form.tsx";
import { MyData } from "../features/leaving/my-data.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Tabs } from "../ui/tabs.tsx";

export function AccountDialog({ mode, ...frame }: DialogFrame & { mode: AccountMode }) {
  const openDialog = useOpenDialog();
  const show = (next: AccountMode): void => openDialog({ dialog: "account", mode: next });
  if (mode === "reset") {
    return (
      <Dialog {...frame} title="New password">
        <ResetForm onDone={frame.onClose} />
        <Button variant="plain" onClick={() => show("sign-in")}>
          Back to sign in
        </Button>
      </Dialog>
    );
  }
  if (mode === "data") {
    return (
      <Dialog {...frame} title="Your account">
        <MyData onDeleted={frame.onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog {...frame} title="Your account">
      <Tabs
        label="Sign in or sign up"
        value={mode}
        onChange={show}
        items={[
          {
            value: "sign-in",
            label: "Sign In",
            content: <SignInForm onDone={frame.onClose} onForgotten={() => show("reset")} />,
          },
          { value: "sign-up", label: "Sign Up", content: <SignUpForm onDone={frame.onClose} /> },
        ]}
      />
    </Dialog>
  );
}
