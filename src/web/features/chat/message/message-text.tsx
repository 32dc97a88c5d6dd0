import { useCallback, useMemo, useState } from "react";
import type { Source } from "#shared/features/chat/contract.ts";
import { linksOf } from "#shared/features/chat/model-links.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./message-text.module.css";

interface MessageTextProps {
  /** Markdown with citation marks. */
  text: string;
  /** More text may follow. */
  isStreaming?: boolean;
  sources: readonly Source[];
  /** The model that wrote it; null in search mode. */
  model: string | null;
  onOpenResource: (id: string) => void;
  /** The whole answer is there: its code blocks have a button that copies them. */
  canCopyCode?: boolean;
}

/** The text of an answer. Each citation is a small number that links to its source. */
export function MessageText({
  text,
  isStreaming = false,
  sources,
  model,
  onOpenResource,
  canCopyCode = false,
}: MessageTextProps) {
  // A stale function is fine: the function of every render does the same.
  const [open] = useState(() => onOpenResource);
  // Stable while the sources are unchanged: a new function would re-render every citation with every word.
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
  // A model's text may only link to addresses that its cited sources link to, because the model has read text of other users. Looby's own
  // text has no links: a link in it is from other users, or from a model's call.
  const links = useMemo(() => linksOf(model === null ? [] : sources), [model, sources]);
  return (
    <Markdown
      text={text}
      streaming={isStreaming}
      renderCitation={renderCitation}
      renderCodeTools={canCopyCode ? copyButton : undefined}
      links={links}
    />
  );
}

function copyButton(code: string) {
  return <CopyButton what="code" text={() => code} />;
}

/** Opens a cited resource. For other kinds, the source card below shows all details. */
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
