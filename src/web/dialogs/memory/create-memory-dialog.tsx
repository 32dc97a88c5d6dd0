import type { ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { DialogFrame } from "../dialogs.tsx";
import { CreateMemory } from "#web/features/memories/create-memory.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

export function CreateMemoryDialog(frame: DialogFrame): ReactNode {
  const navigate = useNavigate();
  return (
    <Dialog {...frame} title="Create a Memory">
      <CreateMemory onViewBank={() => void navigate({ to: "/memories" })} onClose={frame.onClose} />
    </Dialog>
  );
}
