import { useMemo } from "react";
import { answerBlocks } from "#shared/features/chat/answer-blocks.ts";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import { MessageText } from "./message-text.tsx";
import { type CardActions, SourceCard } from "./source-card.tsx";
import styles from "./turn.module.css";

interface AnswerBodyProps {
  message: AssistantMessage;
  /** No more text will follow: code can be copied. */
  isFinished: boolean;
  actions: CardActions;
}

/** An answer's text and cards. The text does not repeat the content of a card. */
export function AnswerBody({ message, isFinished, actions }: AnswerBodyProps) {
  const { text, sources, model, status, ui } = message;
  const proposed =
    ui?.type === "proposal" && ui.proposal.ability === "borrow" ? ui.proposal.resourceId : null;
  const isStreaming = status === "streaming" || status === "waiting";
  const blocks = useMemo(
    () => answerBlocks({ text, sources, model, isStreaming }),
    [text, sources, model, isStreaming],
  );
  return blocks.map((block, index) =>
    block.kind === "text" ? (
      <MessageText
        key={index}
        text={block.text}
        isStreaming={status === "streaming" && index === blocks.length - 1}
        sources={sources}
        model={model}
        canCopyCode={isFinished}
        onOpenResource={actions.openResource}
      />
    ) : (
      <ol key={index} className={styles.sources} aria-label="Sources">
        {block.cards.map((card) => (
          <li key={card.source.sourceId} data-source={card.source.sourceId}>
            <SourceCard
              card={card}
              isProposed={card.source.sourceId === `resource:${proposed}`}
              actions={actions}
            />
          </li>
        ))}
      </ol>
    ),
  );
}
