import type { DialogFrame } from "../dialog-host.tsx";
import { KeySheet } from "../features/chat/key-sheet.tsx";
import { Dialog } from "../ui/dialog.tsx";

export function ChatKeysDialog(frame: DialogFrame) {
  return (
    <Dialog {...frame} title="Keys">
      <KeySheet />
    </Dialog>
  );
}
