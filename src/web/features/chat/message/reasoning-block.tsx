import { ChevronRight } from "lucide-react";
import type { Reasoning } from "../conversation/chat-message.ts";
import styles from "./reasoning-block.module.css";

/** The companion's reasoning, collapsed because most users want the answer. */
export function ReasoningBlock({ reasoning }: { reasoning: Reasoning }) {
  return (
    <details className={styles.block}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} aria-hidden size={18} strokeWidth={1.8} />
        {heading(reasoning)}
      </summary>
      <p className={styles.text}>{reasoning.text}</p>
    </details>
  );
}

function heading({ isThinking, seconds }: Reasoning): string {
  if (isThinking) return "Thinking...";
  return seconds === null ? "Thoughts" : `Thought for ${Math.max(1, Math.round(seconds))} s`;
}
