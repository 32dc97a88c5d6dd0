import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { omiLinkQuery } from "#web/features/omi/api.ts";
import { OmiForm } from "#web/features/omi/omi-form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

export function OmiDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Create in Omi">
      <OmiForms onDone={frame.onClose} />
    </Dialog>
  );
}

function OmiForms({ onDone }: { onDone: () => void }) {
  const who = useWho();
  const isKnown = who.kind === "person";
  const link = useQuery({ ...omiLinkQuery, enabled: isKnown });
  const [kind, setKind] = useState<"memory" | "conversation">("memory");
  if (who.kind === "unknown") return <UnknownUser error={who.error} label="Looking up your Omi link" />;
  if (isKnown && link.data === undefined) {
    return <QueryState query={link} title="Your Omi link did not load" label="Looking up your Omi link" />;
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
