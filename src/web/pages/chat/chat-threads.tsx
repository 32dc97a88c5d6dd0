import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { Threads } from "#web/dialogs/chat/threads.tsx";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { paletteKeys } from "#web/dialogs/palette/watch-keys.ts";
import { lastAnswerId } from "#web/features/chat/conversation/last-answer.ts";
import { useChatState } from "#web/features/chat/store/use-chat.ts";
import { threadQueries } from "#web/features/chat/threads/threads-api.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "./chat-side.module.css";

/** The user's conversations beside the chat. @param person null until the session is loaded */
export function ChatThreads({ person }: { person: SessionUser | null }) {
  const openDialog = useOpenDialog();
  const client = useQueryClient();
  const answerId = useChatState(({ conversation }) => lastAnswerId(conversation));
  const seenAnswerId = useRef(answerId);
  // A new answer moves its conversation to the top and gives a new conversation its name.
  useEffect(() => {
    if (seenAnswerId.current === answerId) return;
    seenAnswerId.current = answerId;
    void client.invalidateQueries({ queryKey: threadQueries.all });
  }, [client, answerId]);
  return (
    <div className={styles.threads}>
      <Button
        className={styles.find}
        aria-haspopup="dialog"
        onClick={() => openDialog({ dialog: "palette" })}
      >
        <Search aria-hidden size={20} strokeWidth={1.8} />
        Go to... <kbd aria-hidden>{paletteKeys()}</kbd>
      </Button>
      {person === null ? (
        <Spinner label="Loading your conversations" />
      ) : (
        <Threads person={person} onDone={() => undefined} />
      )}
    </div>
  );
}
