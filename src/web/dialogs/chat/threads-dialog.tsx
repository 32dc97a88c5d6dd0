import { useSelector } from "@tanstack/react-store";
import type { ReactNode } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { DialogFrame } from "../dialogs.ts";
import { useSession } from "#web/features/account/session.ts";
import { ThreadList } from "#web/features/chat/threads/thread-list.tsx";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { useSummon } from "#web/features/companions/use-summon.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

export function ThreadsDialog(frame: DialogFrame): ReactNode {
  const person = useSession();
  return (
    <Dialog {...frame} title="Conversations">
      {person === null ? (
        <Spinner label="Loading your conversations" />
      ) : (
        <Threads person={person} onClose={frame.onClose} />
      )}
    </Dialog>
  );
}

function Threads({ person, onClose }: { person: SessionUser; onClose: () => void }) {
  const { companion: active, findCompanion } = useActiveCompanion(person);
  const { companionId, conversation } = useSelector(chat.state);
  const summon = useSummon(person);
  return (
    <ThreadList
      companion={findCompanion(companionId)}
      nameOf={(id) => findCompanion(id).name}
      openId={conversation.threadId}
      onOpen={({ id, companion }) => {
        if (id !== conversation.threadId) chat.ask((store) => void store.open(id));
        // Opening a conversation with a companion makes it the active one.
        if (companion !== active.id) summon.mutate(findCompanion(companion));
        onClose();
      }}
      onNew={() => {
        chat.ask((store) => store.newChat());
        onClose();
      }}
      onDeleted={(threadId) => chat.ask((store) => store.forget(threadId))}
    />
  );
}
