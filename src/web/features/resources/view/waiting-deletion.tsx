import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";

/** Replaces a listing that the user has deleted, until the server knows. The outbox can undo the deletion. */
export function WaitingDeletion({ isPage = false }: { isPage?: boolean }) {
  const openDialog = useOpenDialog();
  return (
    <EmptyState
      isPage={isPage}
      title="This is no longer in the library"
      text="You deleted it. Looby sends that when there is a signal; until then, you can undo it."
    >
      <Button variant="primary" onClick={() => openDialog({ dialog: "outbox" })}>
        Show what waits
      </Button>
    </EmptyState>
  );
}
