import { useCallback, useState } from "react";
import type { Source } from "#shared/features/chat/contract.ts";
import type { AssistantMessage } from "../store/chat-state.ts";
import { Markdown } from "../markdown/markdown.tsx";
import styles from "./message-text.module.css";

interface MessageTextProps {
  message: AssistantMessage;
  onOpenResource: (id: string) => void;
}

/** The words of an answer; each citation is a small number that leads to its source. */
export function MessageText({ message: { text, status, sources }, onOpenResource }: MessageTextProps) {
  // Whichever drawing it came from, it does the same.
  const [open] = useState(() => onOpenResource);
  // The same function for as long as the sources are the same: a new one would have every citation drawn with every word.
  const renderCitation = useCallback(
    (sourceId: string) => {
      const index = sources.findIndex((source) => source.sourceId === sourceId);
      const source = sources[index];
      return source === undefined ? null : (
        <button
          type="button"
          className={styles.citation}
          aria-label={`Source ${index + 1}: ${source.title}`}
          title={source.title}
          onClick={(event) => openSource(source, event.currentTarget, open)}
        >
          {index + 1}
        </button>
      );
    },
    [sources, open],
  );
  return <Markdown text={text} streaming={status === "streaming"} renderCitation={renderCitation} />;
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
