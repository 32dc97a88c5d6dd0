import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { KeySheet } from "#web/features/chat/screen/key-sheet.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

export function ChatKeysDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Keyboard shortcuts">
      <KeySheet />
    </Dialog>
  );
}
