import type { Token, Tokens } from "marked";
import type { Source } from "#shared/features/chat/contract.ts";
import { decodeEntities } from "./decode-entities.ts";
import { asBlock, asInline, lexMarkdown } from "./lexer.ts";

/** Maximum nesting depth. Deeper nesting has unbounded layout cost and is shown as plain source. */
export const MAX_DEPTH = 24;

/** `<br>`, which models use in tables, breaks the line, and a comment is not shown. Null for other HTML, which is text. */
export function commentOrBreak(html: string): "break" | "comment" | null {
  if (/^<br\s*\/?>$/i.test(html)) return "break";
  return /^<!--.*-->\s*$/s.test(html) ? "comment" : null;
}

/** The text of a link or picture without its markup, on one line and without HTML. */
export function labelText(tokens: readonly Token[]): string {
  return inlineText(tokens, { lineBreak: " ", html: () => "" });
}

/**
 * An answer as plain text to paste elsewhere: without Markdown and citation marks, lists as lines, links as their text. The titles and
 * places of its sources are the lines below.
 */
export function answerText(markdown: string, sources: readonly Source[]): string {
  const lines = sources.map(({ title, place }) => [title, place].filter((part) => part !== null).join(", "));
  return joined([blocksText(lexMarkdown(markdown), 0), lines.join("\n")]);
}

function blocksText(tokens: readonly Token[], depth: number, between = "\n\n"): string {
  return joined(
    tokens.map((token) => blockText(token, depth)),
    between,
  );
}

function blockText(anyToken: Token, depth: number): string {
  const token = asBlock(anyToken);
  if (depth > MAX_DEPTH) return token.raw.trim();
  switch (token.type) {
    case "paragraph":
    case "heading":
      return textOf(token.tokens);
    case "text":
      return textOf(token.tokens ?? [token]);
    case "list":
      return listText(token, depth);
    case "code":
      return token.text;
    case "table":
      return [token.header, ...token.rows]
        .map((cells) => cells.map(({ tokens }) => textOf(tokens).replaceAll("\n", " ")).join("\t"))
        .join("\n");
    case "blockquote":
      return blocksText(token.tokens, depth + 1);
    case "checkbox":
      return checkboxText(token);
    case "html":
      return commentOrBreak(token.raw) === null ? token.raw.trim() : "";
    case "hr":
    case "space":
    case "def":
      return "";
  }
}

function listText({ items, ordered, start, loose }: Tokens.List, depth: number): string {
  const lines = items.map((item, index) => {
    const mark = ordered ? `${(start === "" ? 1 : start) + index}. ` : "- ";
    const words = blocksText(item.tokens, depth + 1, loose ? "\n\n" : "\n");
    return `${mark}${words.replace(/^(\[[x ]\] )\n+/, "$1").replaceAll(/\n(?!\n)/g, `\n${" ".repeat(mark.length)}`)}`;
  });
  return lines.join("\n");
}

function checkboxText({ checked }: Tokens.Checkbox): string {
  return checked ? "[x] " : "[ ] ";
}

function textOf(tokens: readonly Token[]): string {
  const html = (raw: string) => {
    const kind = commentOrBreak(raw);
    return kind === null ? raw : kind === "break" ? "\n" : "";
  };
  return inlineText(tokens, { lineBreak: "\n", html }).trim();
}

interface Writing {
  lineBreak: string;
  html: (raw: string) => string;
}

function inlineText(tokens: readonly Token[], writing: Writing, depth = 0): string {
  return tokens.reduce((text, anyToken) => {
    const token = asInline(anyToken);
    switch (token.type) {
      case "strong":
      case "em":
      case "del":
      case "link":
      case "image":
        return text + (depth < MAX_DEPTH ? inlineText(token.tokens, writing, depth + 1) : token.raw);
      case "text":
        return text + decodeEntities(token.text);
      case "escape":
      case "codespan":
        return text + token.text;
      case "br":
        return text + writing.lineBreak;
      case "html":
        return text + writing.html(token.raw);
      case "citation":
        return text.replace(/[^\S\n]+$/, ""); // the mark has a space before it
      case "checkbox":
        return text + checkboxText(token);
    }
  }, "");
}

function joined(parts: readonly string[], between = "\n\n"): string {
  return parts.filter((part) => part !== "").join(between);
}
