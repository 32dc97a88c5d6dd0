import { replaceEqualDeep } from "@tanstack/react-query";
import type { Lexer, Links, Token } from "marked";
import remend from "remend";
import { asBlock, createLexer, lexMarkdown, orPlainText } from "./lexer.ts";

/** A top-level block. `start`, its offset in the text, identifies it while the text only grows. */
export type Block = { readonly start: number; readonly token: Token };

export type TailParser = {
  /** Adds the next piece of text and returns all blocks so far. Unchanged blocks are the same objects. */
  append(chunk: string): readonly Block[];
  /** Adds the last piece, if any, and returns the blocks of the whole text. No text may be added afterwards. */
  finish(chunk?: string): readonly Block[];
};

/**
 * Parses Markdown that is still being streamed. Growing text can change its last block and, because a list or a
 * quote may continue after what looked like a paragraph, the one before; so `append` parses only these two again,
 * and all earlier blocks are closed. Unfinished inline syntax at the very end is shown as if finished.
 *
 * Some changes reach further up, such as a reference whose definition comes last. `finish` corrects those by
 * parsing the whole text once: its blocks are exactly those of a full parse.
 */
export function createTailParser(): TailParser {
  let source = "";
  let endsInReturn = false;
  const closed: Block[] = [];
  const links: Links = Object.create(null);
  let open: readonly Block[] = [];
  let runs = createRunCache();

  function append(chunk: string): readonly Block[] {
    extend(chunk);
    const start = open[0]?.start ?? 0;
    const tail = withoutUndecidedLine(source.slice(start));
    const tokens = orPlainText(tail, () => {
      const lexer = createLexer(links);
      lexer.blockTokens(tail, lexer.tokens);
      runs = lexInlineRuns(lexer, tail, runs);
      return lexer.tokens;
    });
    const blocks = reuseEqual(open, blocksOf(tokens, start));
    const firstOpen = Math.max(0, blocks.length - OPEN_BLOCKS);
    for (const block of blocks.slice(0, firstOpen)) {
      closed.push(block);
      collectLinks(block.token, links);
    }
    open = blocks.slice(firstOpen);
    return [...closed, ...open];
  }

  function finish(chunk = ""): readonly Block[] {
    extend(chunk);
    return reuseEqual([...closed, ...open], blocksOf(lexMarkdown(source), 0));
  }

  /** Normalizes line endings like marked, so that offsets are correct; a `\r\n` may be split between two chunks. */
  function extend(chunk: string) {
    const text = endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    endsInReturn = chunk === "" ? endsInReturn : chunk.endsWith("\r");
    source += text.replaceAll(/\r\n?/g, "\n");
  }

  return { append, finish };
}

/**
 * For a component that always receives the whole text so far. The same text gives the same blocks, so repeated or discarded renders are
 * harmless; a text that does not continue the previous one starts over.
 */
export function createTextReader(): (text: string, streaming: boolean) => readonly Block[] {
  let parser = createTailParser();
  let seen = "";
  let finished = false;
  let blocks: readonly Block[] = [];

  return function read(text, streaming) {
    if (text === seen && finished !== streaming) {
      return blocks;
    }
    if (finished || !text.startsWith(seen)) {
      parser = createTailParser();
      seen = "";
    }
    const chunk = text.slice(seen.length);
    blocks = streaming ? parser.append(chunk) : parser.finish(chunk);
    seen = text;
    finished = !streaming;
    return blocks;
  };
}

const OPEN_BLOCKS = 2;

function blocksOf(tokens: readonly Token[], start: number): Block[] {
  const blocks: Block[] = [];
  let at = start;
  for (const token of tokens) {
    if (token.type !== "space") {
      blocks.push({ start: at, token });
    }
    at += token.raw.length;
  }
  return blocks;
}

/** Reuses the previous objects for blocks, and for parts of a changed block, with equal content. */
function reuseEqual(before: readonly Block[], after: readonly Block[]): Block[] {
  const known = new Map(before.map((block) => [block.start, block]));
  return after.map((block) => {
    const old = known.get(block.start);
    const token = replaceEqualDeep(old?.token, block.token);
    return old?.token === token ? old : { start: block.start, token };
  });
}

/** The first definition of a label takes precedence, also one inside a quote or a list item. */
function collectLinks(anyToken: Token, links: Links) {
  const token = asBlock(anyToken);
  if (token.type === "def") {
    links[token.tag] ??= { href: token.href, title: token.title };
  } else if (token.type === "blockquote") {
    token.tokens.forEach((child) => collectLinks(child, links));
  } else if (token.type === "list") {
    token.items.flatMap((item) => item.tokens).forEach((child) => collectLinks(child, links));
  }
}

/**
 * Omits a last line that so far contains only a marker: `-` under a paragraph would flash as a heading before it turns out to open a list,
 * `1` as a paragraph, two backticks as the text of a code block.
 */
function withoutUndecidedLine(tail: string): string {
  const lineStart = tail.lastIndexOf("\n") + 1;
  return UNDECIDED_LINE.test(tail.slice(lineStart)) ? tail.slice(0, lineStart) : tail;
}

const UNDECIDED_LINE = /^[ \t]*(?:[-=*+#>~`|]{1,3}|\d{1,9}[.)]?)[ \t]*$/;

/** Inline tokens of the last `append` by their source; valid until a link definition is added. */
type RunCache = { linkState: string; bySource: Map<string, readonly Token[]> };

function createRunCache(): RunCache {
  return { linkState: "", bySource: new Map() };
}

/** Lexes the text inside the new blocks: the last, unfinished run again, the others from the cache. */
function lexInlineRuns(lexer: Lexer, tail: string, cache: RunCache): RunCache {
  const linkState = JSON.stringify(lexer.tokens.links);
  const known = linkState === cache.linkState ? cache.bySource : new Map<string, readonly Token[]>();
  const bySource = new Map<string, readonly Token[]>();
  const last = lexer.inlineQueue.at(-1);
  for (const run of lexer.inlineQueue) {
    const source = run === last && isUnfinished(run.src, tail) ? finishedInline(lexer, run.src) : run.src;
    const tokens = known.get(source) ?? lexer.inlineTokens(source);
    bySource.set(source, tokens);
    run.tokens.push(...tokens);
  }
  return { linkState, bySource };
}

/** Whether the text ends inside this run, without a blank line that closes it. */
function isUnfinished(run: string, tail: string): boolean {
  return tail.trimEnd().endsWith(run.trimEnd()) && !BLANK_LINE_AT_END.test(tail);
}

const BLANK_LINE_AT_END = /\n[ \t]*\n[ \t]*$/;

function finishedInline(lexer: Lexer, run: string): string {
  const shown = run.replace(STARTED_REFERENCE, "");
  const finished = remend(shown, REMEND_OPTIONS);
  // A sign that closes no emphasis would be shown: `c*d*` is counted as open.
  const isTooMany = finished.length > shown.length && lexer.inlineTokens(finished).at(-1)?.type === "text";
  return isTooMany ? shown : finished;
}

/** `[`, `![` or `[^camp:12`: hidden until it is complete. */
const STARTED_REFERENCE = /!?\[(?:\^[\w:-]*)?$/;

/** Only options that close open syntax. Rewriting finished text would make the streamed result differ from the final one. */
const REMEND_OPTIONS = {
  linkMode: "text-only",
  katex: false,
  singleTilde: false,
  comparisonOperators: false,
  setextHeadings: false,
} as const;
