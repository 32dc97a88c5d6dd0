import { lazy, Suspense } from "react";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import { MemoryMarker } from "../memories/memory-marker.tsx";
import type { AssistantMessage } from "./chat-state.ts";

const MemoryOffer = lazy(async () => ({
  default: (await import("../memories/memory-offer.tsx")).MemoryOffer,
}));

interface MessageExtraProps {
  message: AssistantMessage;
  onMade: (ui: MessageUi) => void;
}

/** What stands beneath the words of an answer: something to keep, or what was kept. */
export function MessageExtra({ message, onMade }: MessageExtraProps) {
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
            onKept={(memory) => onMade({ type: "memory-created", memory })}
          />
        </Suspense>
      );
    case "help-card":
      return null;
  }
}
