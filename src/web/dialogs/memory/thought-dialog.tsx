import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { companionsQuery } from "#web/features/companions/api.ts";
import { type SharedThought, ThoughtForm, ThoughtShared } from "#web/features/daily/thought-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

/** Records a daily thought by text or voice, then shows what it unlocked. */
export function ThoughtDialog(frame: DialogFrame): ReactNode {
  const [shared, setShared] = useState<SharedThought | null>(null);
  const client = useQueryClient();
  return (
    <Dialog {...frame} title="Unload Your Mind">
      {shared === null ? (
        <ThoughtForm
          onShared={(outcome) => {
            setShared(outcome);
            if (outcome.discovered.length > 0) void client.invalidateQueries(companionsQuery);
          }}
        />
      ) : (
        <SharedPanel shared={shared} onClose={frame.onClose} />
      )}
    </Dialog>
  );
}

function SharedPanel({ shared, onClose }: { shared: SharedThought; onClose: () => void }) {
  const openDialog = useOpenDialog();
  const person = useSession();
  const companions = useQuery({ ...companionsQuery, enabled: person !== null });
  const met = shared.discovered.map(
    (id) => companions.data?.find((companion) => companion.id === id)?.name ?? id,
  );
  return (
    <ThoughtShared shared={shared} met={met}>
      {shared.isOnDevice ? null : (
        <Button variant="primary" onClick={() => openDialog({ dialog: "quest" })}>
          Daily Quest
        </Button>
      )}
      {met.length === 0 ? null : (
        <Button onClick={() => openDialog({ dialog: "companions" })}>Manage Companions</Button>
      )}
      <Button onClick={onClose}>Close</Button>
    </ThoughtShared>
  );
}
