import type { Resource } from "#shared/features/resources/contract.ts";
import { Link } from "@tanstack/react-router";
import { useOpenDialog } from "../dialog-navigation.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

/** Leads from a resource to asking for it, or, for its owner, to who has asked. */
export function BorrowButton({ resource }: { resource: Pick<Resource, "id" | "isMine" | "availability"> }) {
  const openDialog = useOpenDialog();
  if (resource.isMine) {
    return (
      <Link to="/borrowing" className={buttonClass()}>
        Who asks for it
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
