import { Pencil } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { ChatActions, UserMessage } from "../store/chat-state.ts";
import styles from "./turn.module.css";
import { VersionSwitch } from "./version-switch.tsx";

interface UserTurnProps {
  message: UserMessage;
  /** An answer is coming in: nothing can be changed meanwhile. */
  isBusy: boolean;
  actions: Pick<ChatActions, "edit" | "showVersion">;
}

export function UserTurn({ message, isBusy, actions }: UserTurnProps) {
  return (
    <div className={styles.user} data-message={message.id}>
      <VisuallyHidden>You said: </VisuallyHidden>
      <div className={styles.said}>
        {message.isLocal || isBusy ? null : (
          <IconButton
            className={styles.edit}
            label="Edit this message"
            icon={Pencil}
            onClick={() => actions.edit(message.id)}
          />
        )}
        <p className={styles.bubble}>{message.text}</p>
      </div>
      <VersionSwitch
        what="question"
        id={message.id}
        versions={message.versions}
        isDisabled={isBusy}
        onShow={actions.showVersion}
      />
    </div>
  );
}
