import type { Resource } from "#shared/features/resources/contract.ts";
import { Link } from "@tanstack/react-router";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

/** Opens the request form of a resource or, for its owner, the requests. */
export function BorrowButton({ resource }: { resource: Pick<Resource, "id" | "isMine" | "availability"> }) {
  const openDialog = useOpenDialog();
  if (resource.isMine) {
    return (
      <Link to="/borrowing" className={buttonClass()}>
        Requests
      </Link>
    );
  }
  if (resource.availability === "unavailable") return null;
  return (
    <Button variant="primary" onClick={() => openDialog({ dialog: "borrow", id: resource.id })}>
      Ask to borrow
    </Button>
  );
}
