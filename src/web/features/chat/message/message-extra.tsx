import { Suspense } from "react";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { Button } from "#web/ui/button.tsx";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import { lazyExtra } from "./lazy-extra.ts";
import styles from "./turn.module.css";

const MemoryMarker = lazyExtra(
  async () => (await import("#web/features/memories/memory-marker.tsx")).MemoryMarker,
);

const MemoryOffer = lazyExtra(
  async () => (await import("#web/features/memories/memory-offer.tsx")).MemoryOffer,
);

const ProposalCard = lazyExtra(async () => (await import("./proposal-card.tsx")).ProposalCard);

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
      return (
        <Suspense>
          <MemoryMarker memory={ui.memory} />
        </Suspense>
      );
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
    case "proposal":
      return (
        <Suspense>
          <ProposalCard proposal={ui.proposal} onOpen={onPropose} />
        </Suspense>
      );
    case "chips":
    case "help-card":
      return null;
  }
}
