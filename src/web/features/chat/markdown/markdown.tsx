import { useState, type ReactNode } from "react";
import { BlockView } from "./block.tsx";
import { CitationRenderer, CodeToolsRenderer, LinkTargets } from "./inline.tsx";
import styles from "./markdown.module.css";
import { createTextReader } from "./tail-parser.ts";

/**
 * Renders the Markdown of a chat message as React nodes. The browser never parses HTML, no image is loaded, and every link must pass
 * `safeLink`.
 *
 * `text` is the whole text so far. While `streaming`, text that continues the previous one re-parses only the last two blocks.
 * `renderCitation` renders a `[^kind:id]`, given `kind:id`; it may return null for an unknown source. `renderCodeTools` renders the buttons
 * beside a code block, given its code. `links` are the only link targets.
 */
export function Markdown({
  text,
  streaming,
  renderCitation,
  renderCodeTools = noTools,
  links,
}: {
  text: string;
  streaming: boolean;
  renderCitation: (sourceId: string) => ReactNode;
  renderCodeTools?: ((code: string) => ReactNode) | undefined;
  links: ReadonlySet<string>;
}) {
  const [read] = useState(createTextReader);
  return (
    <CitationRenderer value={renderCitation}>
      <CodeToolsRenderer value={renderCodeTools}>
        <LinkTargets value={links}>
          <div className={styles.markdown}>
            {read(text, streaming).map(({ start, token }) => (
              <BlockView key={start} token={token} />
            ))}
          </div>
        </LinkTargets>
      </CodeToolsRenderer>
    </CitationRenderer>
  );
}

function noTools(): ReactNode {
  return null;
}
