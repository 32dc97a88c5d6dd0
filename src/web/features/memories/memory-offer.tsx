import { Search, Sparkles } from "lucide-react";
import { useState } from "react";
import type { Memory, MemoryType } from "#shared/features/memories/contract.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./memories.module.css";
import { MemoryForm } from "./memory-form.tsx";
import { memoryTypeLabels } from "./memory-type-label.ts";

interface MemoryOfferProps {
  offer: { memoryType: MemoryType; content: string };
  /** Id of the answer that offers it. */
  messageId: string;
  onSaved: (memory: Memory) => void;
}

/** A button under an answer that opens a memory form with suggested text. */
export function MemoryOffer({ offer, messageId, onSaved }: MemoryOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const { memoryType, content } = offer;
  if (isOpen) {
    return (
      <MemoryForm
        type={memoryType}
        initial={content}
        messageId={messageId}
        onSaved={onSaved}
        onCancel={() => setOpen(false)}
      />
    );
  }
  const Icon = memoryType === "looking-for" ? Search : Sparkles;
  return (
    <Button className={styles.offer} onClick={() => setOpen(true)}>
      <Icon aria-hidden size={18} strokeWidth={1.8} />
      {memoryTypeLabels[memoryType]}
    </Button>
  );
}
