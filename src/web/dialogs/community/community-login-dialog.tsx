import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { AdminLoginForm } from "#web/features/communities/admin-login-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

export function CommunityLoginDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const openDialog = useOpenDialog();
  const user = useSession();
  return (
    <Dialog {...frame} title="Admin Login">
      {user?.isAnonymous === false ? (
        <AdminLoginForm
          communityId={id}
          onDone={() => openDialog({ dialog: "community-panel", id, mode: "details" })}
          onCancel={frame.onClose}
        />
      ) : (
        <EmptyState title="Sign in first" text="The admin login lifts an account: sign in to yours.">
          <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
            Sign In
          </Button>
        </EmptyState>
      )}
    </Dialog>
  );
}
