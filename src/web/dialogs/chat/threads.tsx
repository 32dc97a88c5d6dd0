import { useSelector } from "@tanstack/react-store";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { ThreadList } from "#web/features/chat/threads/thread-list.tsx";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { useOpenThread } from "./use-open-thread.ts";

interface ThreadsProps {
  person: SessionUser;
  /** Called when a conversation was opened or started. */
  onDone: () => void;
}

/** The user's conversations beside the chat or in a dialog. */
export function Threads({ person, onDone }: ThreadsProps) {
  const { findCompanion } = useActiveCompanion(person);
  const { companionId, conversation } = useSelector(chat.state);
  const open = useOpenThread(person);
  return (
    <ThreadList
      companion={findCompanion(companionId)}
      nameOf={(id) => findCompanion(id).name}
      openId={conversation.threadId}
      onOpen={(thread) => {
        open(thread);
        onDone();
      }}
      onNew={() => {
        chat.ask((store) => store.newChat());
        onDone();
      }}
      onDeleted={(threadId) => chat.ask((store) => store.forget(threadId))}
    />
  );
}
