import { Check, CloudUpload } from "lucide-react";
import type { Memory } from "#shared/features/memories/contract.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./memories.module.css";
import { entityOf } from "./memory-entity.ts";

/** Marks in a conversation that a memory was saved. */
export function MemoryMarker({ memory }: { memory: Memory }) {
  const isOnDevice = useOutbox().operations.some(({ entity }) => entity === entityOf(memory.id));
  const Icon = isOnDevice ? CloudUpload : Check;
  return (
    <div className={styles.marker} role="status">
      <p className={styles.saved}>
        <Icon aria-hidden size={22} strokeWidth={1.8} />
        {isOnDevice ? "Saved on this device until the server has it" : "Saved to your memories"}
      </p>
      <blockquote className={styles.content}>{memory.content}</blockquote>
      <Keywords keywords={memory.keywords} />
    </div>
  );
}

/** The keywords of a memory; renders nothing without any. */
export function Keywords({ keywords }: { keywords: readonly string[] }) {
  if (keywords.length === 0) return null;
  return (
    <ul className={styles.keywords} aria-label="Keywords">
      {keywords.map((keyword) => (
        <li key={keyword}>
          <Tag>{keyword}</Tag>
        </li>
      ))}
    </ul>
  );
}
