import { LifeBuoy, MessagesSquare } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Face } from "#web/ui/picture/face.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import type { ChatCompanion } from "../store/chat-state.ts";
import styles from "./companion-header.module.css";

interface CompanionHeaderProps {
  companion: ChatCompanion;
  note: string | null;
  onOpenThreads: () => void;
  /** Opens the page of people to contact. */
  onHelp: () => void;
  /** Undefined when there is no other companion. */
  onChange?: (() => void) | undefined;
}

export function CompanionHeader({ companion, note, onOpenThreads, onHelp, onChange }: CompanionHeaderProps) {
  return (
    <div className={styles.header}>
      {companion.isBase ? <Lamp /> : <Face icon={companion.icon} />}
      <div className={styles.words}>
        <h1 className={styles.name}>{companion.name}</h1>
        <p className={styles.note}>Active Companion</p>
      </div>
      <IconButton
        className={styles.threads}
        label="Conversations"
        icon={MessagesSquare}
        aria-haspopup="dialog"
        onClick={onOpenThreads}
      />
      {onChange === undefined ? null : (
        <Button className={styles.change} aria-haspopup="dialog" onClick={onChange}>
          Change
        </Button>
      )}
      <Button className={styles.help} variant="plain" aria-haspopup="dialog" onClick={onHelp}>
        <LifeBuoy aria-hidden size={20} strokeWidth={1.8} />
        Get help now
      </Button>
      {note === null ? null : <p className={styles.mode}>{note}</p>}
    </div>
  );
}
