import { useNavigate } from "@tanstack/react-router";
import type { DialogFrame } from "../dialog-host.tsx";
import { CreateMemory } from "../features/memories/create-memory.tsx";
import { Dialog } from "../ui/dialog.tsx";

export function CreateMemoryDialog(frame: DialogFrame) {
  const navigate = useNavigate();
  return (
    <Dialog {...frame} title="Create a Memory">
      <CreateMemory onViewBank={() => void navigate({ to: "/memories" })} onClose={frame.onClose} />
    </Dialog>
  );
}
