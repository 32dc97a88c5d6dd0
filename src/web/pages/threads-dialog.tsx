import { useSyncExternalStore } from "react";
import type { DialogFrame } from "../dialog-host.tsx";
import { ThreadList } from "../features/chat/thread-list.tsx";
import { chat } from "../features/chat/use-chat.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { Dialog } from "../ui/dialog.tsx";

export function ThreadsDialog(frame: DialogFrame) {
  const { productName } = usePublicSettings();
  const { companionId, conversation } = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const { onClose } = frame;
  return (
    <Dialog {...frame} title="Conversations">
      <ThreadList
        companion={{ id: companionId, name: productName }}
        nameOf={() => productName}
        openId={conversation.threadId}
        onOpen={(threadId) => {
          if (threadId !== conversation.threadId) chat.ask((store) => void store.open(threadId));
          onClose();
        }}
        onNew={() => {
          chat.ask((store) => store.newChat());
          onClose();
        }}
        onDeleted={(threadId) => chat.ask((store) => store.forget(threadId))}
      />
    </Dialog>
  );
}
