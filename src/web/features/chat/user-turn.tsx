import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { UserMessage } from "./chat-state.ts";
import styles from "./turn.module.css";

export function UserTurn({ message }: { message: UserMessage }) {
  return (
    <div className={styles.user}>
      <VisuallyHidden>You said: </VisuallyHidden>
      <p className={styles.bubble}>{message.text}</p>
    </div>
  );
}
