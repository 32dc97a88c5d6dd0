import { lazy, Suspense } from "react";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { MemoryMarker } from "#web/features/memories/memory-marker.tsx";
import type { AssistantMessage } from "../store/chat-state.ts";
import styles from "./turn.module.css";

const MemoryOffer = lazy(async () => ({
  default: (await import("#web/features/memories/memory-offer.tsx")).MemoryOffer,
}));

interface MessageExtraProps {
  message: AssistantMessage;
  isBusy: boolean;
  onMade: (ui: MessageUi) => void;
  /** Asks for the answer once more. */
  onRetry: () => void;
}

/** What stands beneath the words of an answer: something to keep, or what was kept. */
export function MessageExtra({ message, isBusy, onMade, onRetry }: MessageExtraProps) {
  const { id, ui, status } = message;
  if (ui === null || status === "waiting" || status === "streaming") return null;
  switch (ui.type) {
    case "memory-created":
      return <MemoryMarker memory={ui.memory} />;
    case "memory-offer":
      return (
        <Suspense>
          <MemoryOffer
            offer={ui}
            messageId={id}
            onSaved={(memory) => onMade({ type: "memory-created", memory })}
          />
        </Suspense>
      );
    case "model-away":
      return (
        <>
          {ui.reason === null ? null : <p className={styles.quiet}>{ui.reason}</p>}
          <Button className={styles.retry} isBusy={isBusy} onClick={onRetry}>
            Ask the model again
          </Button>
        </>
      );
    case "help-card":
      return null;
  }
}
