import { LifeBuoy } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Lamp } from "../../ui/lamp.tsx";
import type { ChatCompanion } from "./chat-state.ts";
import styles from "./companion-header.module.css";

interface CompanionHeaderProps {
  companion: ChatCompanion;
  note: string | null;
  onChange?: () => void;
  /** Opens the page of people to turn to. */
  onHelp: () => void;
}

export function CompanionHeader({ companion, note, onChange, onHelp }: CompanionHeaderProps) {
  return (
    <div className={styles.header}>
      <span className={styles.face}>
        <Lamp />
        {companion.isBase ? null : (
          <span className={styles.icon} aria-hidden>
            {companion.icon}
          </span>
        )}
      </span>
      <div className={styles.words}>
        <h1 className={styles.name}>{companion.name}</h1>
        <p className={styles.note}>{note ?? "Active Companion"}</p>
      </div>
      <Button className={styles.help} variant="plain" aria-haspopup="dialog" onClick={onHelp}>
        <LifeBuoy aria-hidden size={20} strokeWidth={1.8} />
        Get help now
      </Button>
      {onChange === undefined ? null : (
        <Button className={styles.change} aria-haspopup="dialog" onClick={onChange}>
          Change
        </Button>
      )}
    </div>
  );
}
