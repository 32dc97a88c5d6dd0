import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { companionsQuery } from "../features/companions/api.ts";
import { CompanionChooser } from "../features/companions/companion-chooser.tsx";
import { useActiveCompanion } from "../features/companions/use-active-companion.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";

export function CompanionsDialog(frame: DialogFrame) {
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
  const asOf = useAsOf(companions);
  if (person === null || companions.data === undefined) {
    return companions.isError ? (
      <ErrorState
        title="The companions did not load"
        text={companions.error.message}
        onRetry={() => void companions.refetch()}
      />
    ) : (
      <Spinner label="Loading companions" />
    );
  }
  if (companions.data.length === 0) {
    return <EmptyState title="Nobody is here" text="This server has no companions." />;
  }
  return (
    <>
      <AsOf at={asOf} />
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
