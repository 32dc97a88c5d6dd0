import styles from "./skeleton.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

interface SkeletonProps {
  /** Label for screen readers: "Loading your loans". */
  label: string;
  /** Number of placeholders. */
  rows?: number;
  /** `line` stands for a sentence, `card` for a card of a list. */
  shape?: "line" | "card";
}

/** Placeholder of content that is loading. It is static: nothing here blinks. */
export function Skeleton({ label, rows = 3, shape = "card" }: SkeletonProps) {
  return (
    <output className={styles.skeleton}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} data-shape={shape} aria-hidden />
      ))}
    </output>
  );
}
