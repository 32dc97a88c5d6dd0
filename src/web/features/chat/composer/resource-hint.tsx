import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./resource-hint.module.css";

interface ResourceHintProps {
  onOpenForm: () => void;
  onDismiss: () => void;
  /** Voice input for the description of a resource. */
  microphone?: ReactNode;
}

/** Explains how to add a resource, after a user asked the base companion how to. */
export function ResourceHint({ onOpenForm, onDismiss, microphone }: ResourceHintProps) {
  return (
    <section className={styles.hint} aria-label="Share something">
      <p className={styles.text}>
        {microphone === undefined
          ? "A venue, gear or a talent to share? A title and two sentences are enough."
          : "Tell me what you have to share, where it is and when it is free. Or fill in the form."}
      </p>
      <div className={styles.actions}>
        {microphone}
        <Button variant="primary" aria-haspopup="dialog" onClick={onOpenForm}>
          Open the form
        </Button>
      </div>
      <IconButton className={styles.close} label="Close" icon={X} onClick={onDismiss} />
    </section>
  );
}
