import { lazy, Suspense } from "react";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { AccountMode } from "../dialog-search.ts";
import { ResetForm } from "../features/account/reset-form.tsx";
import { useSession } from "../features/account/session.ts";
import { SignInForm } from "../features/account/sign-in-form.tsx";
import { SignUpForm } from "../features/account/sign-up-form.tsx";
import { MyData } from "../features/leaving/my-data.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Tabs } from "../ui/tabs.tsx";

const MyDevices = lazy(async () => ({
  default: (await import("../features/account/my-devices.tsx")).MyDevices,
}));

export function AccountDialog({ mode, ...frame }: DialogFrame & { mode: AccountMode }) {
  const openDialog = useOpenDialog();
  const user = useSession();
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
  // Whoever comes by a notice and is signed out by now signs in first.
  if (mode === "devices" && user?.isAnonymous !== true) {
    return (
      <Dialog {...frame} title="Devices and password">
        <Suspense fallback={<Spinner label="Loading your devices" />}>
          {user === null ? (
            <Spinner label="Loading your devices" />
          ) : (
            <MyDevices pseudonym={user.pseudonym} />
          )}
        </Suspense>
      </Dialog>
    );
  }
  return (
    <Dialog {...frame} title="Your account">
      <Tabs
        label="Sign in or sign up"
        value={mode === "devices" ? "sign-in" : mode}
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
