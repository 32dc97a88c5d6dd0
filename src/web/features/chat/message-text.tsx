import type { Source } from "#shared/features/chat/contract.ts";
import type { AssistantMessage } from "./chat-state.ts";
import { Markdown } from "./markdown/markdown.tsx";
import styles from "./message-text.module.css";

interface MessageTextProps {
  message: AssistantMessage;
  onOpenSource: (source: Source) => void;
}

/** The words of an answer; each citation is a small number that opens its source. */
export function MessageText({ message, onOpenSource }: MessageTextProps) {
  return (
    <Markdown
      text={message.text}
      streaming={message.status === "streaming"}
      renderCitation={(sourceId) => {
        const index = message.sources.findIndex((source) => source.sourceId === sourceId);
        const source = message.sources[index];
        return source === undefined ? null : (
          <button
            type="button"
            className={styles.citation}
            aria-label={`Source ${index + 1}: ${source.title}`}
            title={source.title}
            onClick={() => onOpenSource(source)}
          >
            {index + 1}
          </button>
        );
      }}
    />
  );
}
