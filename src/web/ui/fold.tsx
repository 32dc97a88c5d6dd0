import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fold.module.css";

/** Content that few users need, folded away below a line. */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} aria-hidden size={18} strokeWidth={1.8} />
        {summary}
      </summary>
      {children}
    </details>
  );
}
