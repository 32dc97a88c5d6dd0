import type { AssistantMessage } from "./chat-state.ts";
import { withoutCitations } from "./citation-marks.ts";
import styles from "./plain-turn.module.css";

/** The bare words of an answer: while the renderer is being loaded, and when it cannot be. */
export function PlainTurn({ message }: { message: AssistantMessage }) {
  return <p className={styles.text}>{message.problem ?? withoutCitations(message.text)}</p>;
}
