import type { ReactNode } from "react";
import { BrokenRing } from "../picture/broken-ring.tsx";
import styles from "./state-message.module.css";

interface EmptyStateProps {
  title: string;
  /** The state fills the page, so its title is the page's heading. */
  isPage?: boolean;
  /** Describes the content that would appear here. */
  text?: string;
  /** Buttons that lead out of the empty state. */
  children?: ReactNode;
}

export function EmptyState({ title, isPage = false, text, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles.state}>
      <BrokenRing className={styles.ring} />
      <Heading className={styles.title}>{title}</Heading>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {children === undefined ? null : <div className={styles.actions}>{children}</div>}
    </div>
  );
}
