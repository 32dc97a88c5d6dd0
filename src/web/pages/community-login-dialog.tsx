import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { AdminLoginForm } from "../features/communities/admin-login-form.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function CommunityLoginDialog({ id, ...frame }: DialogFrame & { id: string }) {
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
