import type { Source } from "#shared/features/chat/contract.ts";
import { Check, TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { AssistantMessage } from "./chat-state.ts";
import { MessageText } from "./message-text.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";
import { SourceCard } from "./source-card.tsx";
import styles from "./turn.module.css";
import { TypingIndicator } from "./typing-indicator.tsx";

export interface AssistantTurnProps {
  message: AssistantMessage;
  /** The companion's name, for those who hear the page. */
  speaker: string;
  onRetry: () => void;
  onOpenSource: (source: Source) => void;
}

export function AssistantTurn({ message, speaker, onRetry, onOpenSource }: AssistantTurnProps) {
  return (
    <div
      className={styles.assistant}
      aria-busy={message.status === "waiting" || message.status === "streaming"}
    >
      <VisuallyHidden>{speaker} said: </VisuallyHidden>
      {message.reasoning === null ? null : <ReasoningBlock reasoning={message.reasoning} />}
      {message.status === "waiting" ? <TypingIndicator speaker={speaker} /> : null}
      {message.text === "" ? null : <MessageText message={message} onOpenSource={onOpenSource} />}
      {message.sources.length === 0 ? null : (
        <ul className={styles.sources}>
          {message.sources.map((source) => (
            <li key={source.sourceId}>
              <SourceCard source={source} onOpen={() => onOpenSource(source)} />
            </li>
          ))}
        </ul>
      )}
      {message.isMemorySaved ? (
        <p className={styles.saved}>
          <Check aria-hidden size={22} strokeWidth={1.8} />
          Saved to your memories
        </p>
      ) : null}
      {message.status === "stopped" ? <p className={styles.quiet}>Stopped here.</p> : null}
      {message.problem === null ? null : (
        <div className={styles.failure} role="alert">
          <p className={styles.problem}>
            <TriangleAlert aria-hidden size={18} strokeWidth={1.8} />
            {message.problem}
          </p>
          <Button onClick={onRetry}>Retry</Button>
        </div>
      )}
    </div>
  );
}
