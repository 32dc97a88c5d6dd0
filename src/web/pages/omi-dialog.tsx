import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DialogFrame } from "../dialog-host.tsx";
import { useSession } from "../features/account/session.ts";
import { omiLinkQuery } from "../features/omi/api.ts";
import { OmiForm } from "../features/omi/omi-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Tabs } from "../ui/tabs.tsx";

export function OmiDialog(frame: DialogFrame) {
  return (
    <Dialog {...frame} title="Create in Omi">
      <OmiForms onDone={frame.onClose} />
    </Dialog>
  );
}

function OmiForms({ onDone }: { onDone: () => void }) {
  const user = useSession();
  const isKnown = user !== null && !user.isAnonymous;
  const link = useQuery({ ...omiLinkQuery, enabled: isKnown });
  const [kind, setKind] = useState<"memory" | "conversation">("memory");
  if (isKnown && link.data === undefined) {
    return link.isError ? (
      <ErrorState
        title="Omi could not be looked up"
        text={link.error.message}
        onRetry={() => void link.refetch()}
      />
    ) : (
      <Spinner label="Looking up your Omi link" />
    );
  }
  if (link.data?.isLinked !== true) {
    return (
      <EmptyState
        title="Omi is not connected"
        text="You need to connect your Omi device first. Check the Omi Integration section in your profile."
      />
    );
  }
  return (
    <Tabs
      label="What to create"
      value={kind}
      onChange={setKind}
      items={[
        { value: "memory", label: "Memory", content: <OmiForm kind="memory" onDone={onDone} /> },
        {
          value: "conversation",
          label: "Conversation",
          content: <OmiForm kind="conversation" onDone={onDone} />,
        },
      ]}
    />
  );
}
