import type { ReactNode } from "react";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { AdminLoginForm } from "#web/features/communities/admin-login-form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { SignInButton } from "../sign-in-button.tsx";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";

export function CommunityLoginDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const openDialog = useOpenDialog();
  const who = useWho();
  return (
    <Dialog {...frame} title="Admin Login">
      {who.kind === "unknown" ? (
        <UnknownUser error={who.error} label="Loading" rows={1} />
      ) : who.kind === "person" ? (
        <AdminLoginForm
          communityId={id}
          onDone={() => openDialog({ dialog: "community-panel", id, mode: "details" })}
          onCancel={frame.onClose}
        />
      ) : (
        <EmptyState
          title="Sign in first"
          text="Sign in to your own account first. The admin login then makes it an admin."
        >
          <SignInButton />
        </EmptyState>
      )}
    </Dialog>
  );
}
