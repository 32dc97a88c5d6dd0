import { Button } from "../../ui/button.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { Lamp } from "../../ui/lamp.tsx";
import type { ChatCompanion } from "./chat-state.ts";
import styles from "./companion-header.module.css";

interface CompanionHeaderProps {
  companion: ChatCompanion;
  note: string | null;
  onChange?: () => void;
}

export function CompanionHeader({ companion, note, onChange }: CompanionHeaderProps) {
  return (
    <div className={styles.header}>
      <span className={styles.face}>
        <Lamp />
        {companion.isBase ? null : (
          <span className={styles.icon} aria-hidden>
            <Glyph icon={companion.icon} size={20} />
          </span>
        )}
      </span>
      <div className={styles.words}>
        <h1 className={styles.name}>{companion.name}</h1>
        <p className={styles.note}>{note ?? "Active Companion"}</p>
      </div>
      {onChange === undefined ? null : (
        <Button className={styles.change} aria-haspopup="dialog" onClick={onChange}>
          Change
        </Button>
      )}
    </div>
  );
}
