import type { Source } from "#shared/features/chat/contract.ts";
import type { AssistantMessage } from "./chat-state.ts";
import { Markdown } from "./markdown/markdown.tsx";
import styles from "./message-text.module.css";

interface MessageTextProps {
  message: AssistantMessage;
  onOpenResource: (id: string) => void;
}

/** The words of an answer; each citation is a small number that leads to its source. */
export function MessageText({ message, onOpenResource }: MessageTextProps) {
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
            onClick={(event) => openSource(source, event.currentTarget, onOpenResource)}
          >
            {index + 1}
          </button>
        );
      }}
    />
  );
}

/** A resource opens; of anything else the card below is what there is to see. */
function openSource(source: Source, mark: Element, onOpenResource: (id: string) => void): void {
  if (source.kind === "resource") {
    onOpenResource(source.sourceId.slice("resource:".length));
    return;
  }
  const cards = mark.closest("[data-message]")?.querySelectorAll<HTMLElement>("[data-source]") ?? [];
  const card = [...cards].find(({ dataset }) => dataset["source"] === source.sourceId);
  card?.scrollIntoView({ block: "nearest" });
  (card?.querySelector<HTMLElement>("a, button") ?? card)?.focus();
}
