import type { ReactNode } from "react";
import type { AccountMode, DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { Intent } from "#shared/features/account/intent.ts";
import type { Day } from "#shared/features/lending/days.ts";
import { MyDevices } from "#web/features/account/my-devices.tsx";
import { ResetForm } from "#web/features/account/reset-form.tsx";
import { useSession } from "#web/features/account/session.ts";
import { SignInForm } from "#web/features/account/sign-in-form.tsx";
import { SignUpForm } from "#web/features/account/sign-up-form.tsx";
import { MyData } from "#web/features/leaving/my-data.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { DoorDialog } from "./door-dialog.tsx";

interface AccountDialogProps extends DialogFrame, Partial<Intent> {
  mode: AccountMode;
  /** The days already chosen for borrowing. */
  first?: Day;
  last?: Day;
}

export function AccountDialog({ mode, to, id, first, last, ...frame }: AccountDialogProps): ReactNode {
  const openDialog = useOpenDialog();
  const user = useSession();
  const show = (next: AccountMode): void => openDialog({ dialog: "account", mode: next });
  if (to !== undefined && (mode === "sign-in" || mode === "sign-up" || mode === "reset")) {
    const intent = { to, ...(id === undefined ? {} : { id }) };
    const days = { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
    return <DoorDialog {...frame} mode={mode} intent={intent} days={days} />;
  }
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
  // A signed-out user who follows a notification signs in first.
  if (mode === "devices" && user?.isAnonymous !== true) {
    return (
      <Dialog {...frame} title="Devices and password">
        {user === null ? <Spinner label="Loading your devices" /> : <MyDevices pseudonym={user.pseudonym} />}
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
