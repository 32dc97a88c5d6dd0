import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useSession } from "#web/features/account/session.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { Threads } from "./threads.tsx";

export function ThreadsDialog(frame: DialogFrame): ReactNode {
  const person = useSession();
  return (
    <Dialog {...frame} title="Conversations">
      {person === null ? (
        <Spinner label="Loading your conversations" />
      ) : (
        <Threads person={person} onDone={frame.onClose} />
      )}
    </Dialog>
  );
}
