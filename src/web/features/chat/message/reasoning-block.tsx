import type { Reasoning } from "../conversation/chat-message.ts";
import { Fold } from "#web/ui/fold.tsx";
import styles from "./turn.module.css";

/** The companion's reasoning, collapsed because most users want the answer. */
export function ReasoningBlock({ reasoning }: { reasoning: Reasoning }) {
  return (
    <Fold summary={heading(reasoning)}>
      <p className={styles.aside}>{reasoning.text}</p>
    </Fold>
  );
}

function heading({ isThinking, seconds }: Reasoning): string {
  if (isThinking) return "Thinking...";
  return seconds === null ? "Thoughts" : `Thought for ${Math.max(1, Math.round(seconds))} s`;
}
