import type { Source } from "#shared/features/chat/contract.ts";
import { Fold } from "#web/ui/fold.tsx";
import styles from "./turn.module.css";
import { whyInWords } from "./source-words.ts";

/** The reasons for an answer's citations, collapsed because most users want the answer. */
export function WhyThese({ sources }: { sources: readonly Source[] }) {
  const reasons = sources.flatMap((source) => {
    const reason = whyInWords(source);
    return reason === null ? [] : [{ ...source, reason }];
  });
  if (reasons.length === 0) return null;
  return (
    <Fold summary="Why this">
      <ul className={styles.aside}>
        {reasons.map(({ sourceId, title, reason }) => (
          <li key={sourceId}>
            <strong>{title}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
