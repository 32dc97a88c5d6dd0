import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import { TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { AssistantMessage } from "./chat-state.ts";
import { HelpCard } from "./help-card.tsx";
import { MessageExtra } from "./message-extra.tsx";
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
  /** Something was made from the answer, and stands with it from now on. */
  onMade: (ui: MessageUi) => void;
}

export function AssistantTurn({ message, speaker, onRetry, onOpenSource, onMade }: AssistantTurnProps) {
  const help = message.ui?.type === "help-card" ? message.ui.kind : null;
  return (
    <div
      className={styles.assistant}
      aria-busy={message.status === "waiting" || message.status === "streaming"}
    >
      <VisuallyHidden>{speaker} said: </VisuallyHidden>
      {message.reasoning === null ? null : <ReasoningBlock reasoning={message.reasoning} />}
      {help === null ? null : (
        <HelpCard kind={help} isNews={message.status === "waiting" || message.status === "streaming"} />
      )}
      {message.status === "waiting" && help === null ? <TypingIndicator speaker={speaker} /> : null}
      {message.text === "" || help !== null ? null : (
        <MessageText message={message} onOpenSource={onOpenSource} />
      )}
      {message.sources.length === 0 ? null : (
        <ul className={styles.sources}>
          {message.sources.map((source) => (
            <li key={source.sourceId}>
              <SourceCard source={source} onOpen={() => onOpenSource(source)} />
            </li>
          ))}
        </ul>
      )}
      <MessageExtra message={message} onMade={onMade} />
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
