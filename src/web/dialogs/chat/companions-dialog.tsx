import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { companionsQuery } from "#web/features/companions/api.ts";
import { CompanionChooser } from "#web/features/companions/companion-chooser.tsx";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

export function CompanionsDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Companions" isWide>
      <Companions onClose={frame.onClose} />
    </Dialog>
  );
}

function Companions({ onClose }: { onClose: () => void }) {
  const person = useSession();
  const openDialog = useOpenDialog();
  const { companion } = useActiveCompanion(person);
  const companions = useQuery({ ...companionsQuery, enabled: person !== null });
  if (person === null || companions.data === undefined) {
    return <QueryState query={companions} title="The companions did not load" label="Loading companions" />;
  }
  if (companions.data.length === 0) {
    return <EmptyState title="No companions" text="This server has no companions." />;
  }
  return (
    <>
      <AsOf of={companions} />
      <CompanionChooser
        companions={companions.data}
        activeId={companion.id}
        person={person}
        onClose={onClose}
        onSignIn={() => openDialog({ dialog: "account", mode: "sign-in" })}
      />
    </>
  );
}
