import { ChevronRight } from "lucide-react";
import type { Source } from "#shared/features/chat/contract.ts";
import styles from "./reasoning-block.module.css";
import { whyInWords } from "./source-words.ts";

/** The reasons for an answer's citations, collapsed because most users want the answer. */
export function WhyThese({ sources }: { sources: readonly Source[] }) {
  const told = sources.flatMap((source) => {
    const reason = whyInWords(source);
    return reason === null ? [] : [{ ...source, reason }];
  });
  if (told.length === 0) return null;
  return (
    <details className={styles.block}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} aria-hidden size={18} strokeWidth={1.8} />
        Why this
      </summary>
      <ul className={styles.text}>
        {told.map(({ sourceId, title, reason }) => (
          <li key={sourceId}>
            <strong>{title}</strong>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
