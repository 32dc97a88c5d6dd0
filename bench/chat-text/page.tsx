import { Lexer } from "marked";
import { memo, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Markdown } from "#web/features/chat/markdown/markdown.tsx";
import { ReactMarkdownText, StreamdownText } from "../rivals/markdown.tsx";

declare global {
  interface Window {
    streamInto: typeof streamInto;
  }
}

export type RendererName = keyof typeof RENDERERS;

export type StreamResult = {
  /** The text at the end, without code blocks and white space. */
  text: string;
  elements: number;
  /** Citations of the first half that were rendered again during the second half. */
  closedRerenders: number;
};

const citationRenders = new Map<string, number>();

const RENDERERS = {
  own: (text, streaming) => <Markdown text={text} streaming={streaming} renderCitation={renderCitation} />,
  streamdown: (text, streaming) => <StreamdownText text={text} streaming={streaming} />,
  "react-markdown per block": (text) =>
    new Lexer().lex(text).map((token, index) => <MemoBlock key={index} text={token.raw} />),
  "react-markdown whole": (text) => <ReactMarkdownText text={text} />,
} satisfies Record<string, (text: string, streaming: boolean) => ReactNode>;

const MemoBlock = memo(ReactMarkdownText);

/** Rendered as plain text, as the rivals do, so that all outputs can be compared. */
function renderCitation(sourceId: string): ReactNode {
  citationRenders.set(sourceId, (citationRenders.get(sourceId) ?? 0) + 1);
  return <button type="button">{`[^${sourceId}]`}</button>;
}

/** Two tokens per commit, each followed by a layout. Work that a renderer defers may run before the next commit. */
async function streamInto(name: RendererName, tokens: string[]): Promise<StreamResult> {
  const container = document.createElement("main");
  document.body.replaceChildren(container);
  const root = createRoot(container);
  citationRenders.clear();
  let halfway = new Map<string, number>();
  let text = "";
  for (let at = 0; at < tokens.length; at += 2) {
    text += tokens.slice(at, at + 2).join("");
    commit(text, true);
    await scheduler.postTask(() => {}, { priority: "background" });
    if (at === Math.floor(tokens.length / 4) * 2) {
      halfway = new Map(citationRenders);
    }
  }
  commit(text, false);
  // Long enough for content a renderer loads or shows with a delay.
  await new Promise((resolve) => setTimeout(resolve, 500));
  // The last citations of the first half were in a block that was still open.
  const closed = [...halfway].slice(0, -12);
  const elements = container.querySelectorAll("*").length;
  // streamdown labels code blocks, and renders them only when they are scrolled into view.
  container.querySelectorAll('pre, [data-streamdown="code-block"]').forEach((code) => code.remove());
  return {
    text: container.innerText.replaceAll(/\s+/g, ""),
    elements,
    closedRerenders: closed.filter(([id, count]) => citationRenders.get(id) !== count).length,
  };

  function commit(shown: string, streaming: boolean) {
    flushSync(() => root.render(RENDERERS[name](shown, streaming)));
    void container.offsetHeight;
  }
}

window.streamInto = streamInto;
