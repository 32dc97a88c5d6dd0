import { Button } from "../../ui/button.tsx";
import { Face } from "../../ui/face.tsx";
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
      {companion.isBase ? <Lamp /> : <Face icon={companion.icon} />}
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
