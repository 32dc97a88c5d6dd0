import { Pencil } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { UserMessage } from "../conversation/chat-message.ts";
import type { ChatActions } from "../store/chat-state.ts";
import { VersionSwitch } from "./version-switch.tsx";
import bubbleStyles from "./bubble.module.css";
import styles from "./turn.module.css";

interface UserTurnProps {
  message: UserMessage;
  /** An answer is being streamed, so editing is disabled. */
  isBusy: boolean;
  actions: Pick<ChatActions, "edit" | "showVersion">;
}

export function UserTurn({ message, isBusy, actions }: UserTurnProps) {
  return (
    <div className={styles.user} data-message={message.id}>
      <VisuallyHidden>You said: </VisuallyHidden>
      <div className={styles.question}>
        {message.isLocal || isBusy ? (
          // Its button appears later; the bubble must not shrink then.
          <span className={styles.editSpace} />
        ) : (
          <IconButton
            className={styles.edit}
            label="Edit this message"
            icon={Pencil}
            onClick={() => actions.edit(message.id)}
          />
        )}
        <p className={bubbleStyles.bubble} dir="auto">
          {message.text}
        </p>
      </div>
      {message.versions.length > 1 ? (
        <VersionSwitch
          what="question"
          id={message.id}
          versions={message.versions}
          isDisabled={isBusy}
          onShow={actions.showVersion}
        />
      ) : null}
    </div>
  );
}
