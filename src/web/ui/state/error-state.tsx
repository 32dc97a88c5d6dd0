import type { ReactNode } from "react";
import { BrokenRing } from "../picture/broken-ring.tsx";
import { classNames } from "../base/class-names.ts";
import { Button } from "../button.tsx";
import styles from "./state-message.module.css";

interface ErrorStateProps {
  /** The problem. */
  title: string;
  /** The state fills the page, so its title is the page's heading. */
  isPage?: boolean;
  /** The remedy: the user's next step. */
  text?: string;
  onRetry?: () => void;
  children?: ReactNode;
}

export function ErrorState({ title, isPage = false, text, onRetry, children }: ErrorStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={classNames(styles.state, styles.error)} role="alert">
      <BrokenRing className={styles.ring} />
      <Heading className={styles.title}>{title}</Heading>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      <div className={styles.actions}>
        {onRetry === undefined ? null : (
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
