import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { Button } from "#web/ui/button.tsx";
import { MemoryMarker } from "#web/features/memories/memory-marker.tsx";
import { MemoryOffer } from "#web/features/memories/memory-offer.tsx";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import { ProposalCard } from "./proposal-card.tsx";
import styles from "./turn.module.css";

interface MessageExtraProps {
  message: AssistantMessage;
  isBusy: boolean;
  onMade: (ui: MessageUi) => void;
  /** Requests the answer again. */
  onRetry: () => void;
  onPropose: (proposal: Proposal) => void;
}

/** Shown below the text of an answer: a memory offer, the saved memory, or a proposal. */
export function MessageExtra({ message, isBusy, onMade, onRetry, onPropose }: MessageExtraProps) {
  const { id, ui, status } = message;
  if (ui === null || status === "waiting" || status === "streaming") return null;
  switch (ui.type) {
    case "memory-created":
      return <MemoryMarker memory={ui.memory} />;
    case "memory-offer":
      return (
        <MemoryOffer
          offer={ui}
          messageId={id}
          onSaved={(memory) => onMade({ type: "memory-created", memory })}
        />
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
    case "proposal":
      return <ProposalCard proposal={ui.proposal} onOpen={onPropose} />;
    case "chips":
    case "help-card":
      return null;
  }
}
