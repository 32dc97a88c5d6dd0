import { useState, type ReactNode } from "react";
import { BlockView } from "./block.tsx";
import { CitationRenderer } from "./inline.tsx";
import styles from "./markdown.module.css";
import { createTextReader } from "./tail-parser.ts";

/**
 * A chat message's markdown as React nodes: no HTML is ever parsed by the browser, no picture is loaded, links
 * pass the one rule of `safeLink`.
 *
 * `text` is the whole text so far; while `streaming`, a text that continues the last one costs only its last
 * two blocks. `renderCitation` shows a `[^kind:id]`, given `kind:id`; it may answer null for a source it does
 * not know.
 */
export function Markdown({
  text,
  streaming,
  renderCitation,
}: {
  text: string;
  streaming: boolean;
  renderCitation: (sourceId: string) => ReactNode;
}) {
  const [read] = useState(createTextReader);
  return (
    <CitationRenderer value={renderCitation}>
      <div className={styles.markdown}>
        {read(text, streaming).map(({ start, token }) => (
          <BlockView key={start} token={token} />
        ))}
      </div>
    </CitationRenderer>
  );
}
