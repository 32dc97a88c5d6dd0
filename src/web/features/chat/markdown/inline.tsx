import type { Token, Tokens } from "marked";
import { createContext, use, type ReactNode } from "react";
import { allowedLink } from "#shared/features/chat/model-links.ts";
import type { SafeLink } from "#shared/http/safe-link.ts";
import { decodeEntities } from "./decode-entities.ts";
import { asInline } from "./lexer.ts";
import { commentOrBreak, labelText, MAX_DEPTH } from "./plain-text.ts";
import styles from "./markdown.module.css";

/** Renders a cited source. A context, so that a new function re-renders citations and not whole blocks. */
export const CitationRenderer = createContext<(sourceId: string) => ReactNode>(() => null);

/** Renders the tools of a code block, given its code. */
export const CodeToolsRenderer = createContext<(code: string) => ReactNode>(() => null);

/** Canonical addresses a text may link to. Other links are rendered as text. */
export const LinkTargets = createContext<ReadonlySet<string>>(new Set());

/** Renders the text inside a block. A link inside a link is not rendered as a link. */
export function renderInline(tokens: readonly Token[], depth: number, insideLink = false): ReactNode {
  return tokens.map((token, index) => renderToken(token, index, depth, insideLink));
}

function renderToken(anyToken: Token, key: number, depth: number, insideLink: boolean): ReactNode {
  const token = asInline(anyToken);
  const inner = (tokens: readonly Token[]) =>
    depth < MAX_DEPTH ? renderInline(tokens, depth + 1, insideLink) : token.raw;
  switch (token.type) {
    case "strong":
      return <strong key={key}>{inner(token.tokens)}</strong>;
    case "em":
      return <em key={key}>{inner(token.tokens)}</em>;
    case "del":
      return <del key={key}>{inner(token.tokens)}</del>;
    case "codespan":
      return (
        <code key={key} dir="ltr">
          {token.text}
        </code>
      );
    case "br":
      return <br key={key} />;
    case "escape":
      return token.text;
    case "text":
      return decodeEntities(token.text);
    case "link":
      return insideLink ? inner(token.tokens) : <TextLink key={key} token={token} depth={depth} />;
    case "image":
      return <Picture key={key} token={token} insideLink={insideLink} />;
    case "citation":
      return <Citation key={key} sourceId={token.sourceId} />;
    case "checkbox":
      return <Checkbox key={key} checked={token.checked} />;
    case "html":
      return renderHtml(token.raw, key);
  }
}

/** The checkbox of a task item. Read-only: the list is text, not a form. */
export function Checkbox({ checked }: { checked: boolean }) {
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? "Done" : "To do"} />;
}

function Citation({ sourceId }: { sourceId: string }) {
  return use(CitationRenderer)(sourceId);
}

/** A link; only its text when the target is not allowed. */
function TextLink({ token, depth }: { token: Tokens.Link; depth: number }) {
  const allowed = use(LinkTargets);
  // In an autolink a character reference is part of the address; elsewhere it represents a character.
  const isAutolink = token.autolink === true;
  const target = allowedLink(isAutolink ? token.href : decodeEntities(token.href), allowed);
  const label = isAutolink ? token.text : renderInline(token.tokens, depth + 1, true);
  if (target === null) return label;
  const words = labelText(token.tokens);
  const showsHost = isAutolink
    ? token.text.toLowerCase().includes(target.host)
    : words.toLowerCase().includes(target.host) && !namesOtherHost(words, target.host);
  return (
    <a {...linkTo(target)} dir={isAutolink ? "ltr" : undefined}>
      {label}
      {!showsHost && (
        <span className={styles.host} dir="ltr">
          {" "}
          ({target.host})
        </span>
      )}
    </a>
  );
}

/** An image is never loaded, because the request would reveal to its host who reads the message, and when. */
function Picture({ token, insideLink }: { token: Tokens.Image; insideLink: boolean }) {
  const allowed = use(LinkTargets);
  const target = insideLink ? null : allowedLink(decodeEntities(token.href), allowed);
  const label = labelText(token.tokens) || "Picture";
  if (target === null) return label;
  return (
    <a {...linkTo(target)}>
      {label}
      <span className={styles.host} dir="ltr">
        {" "}
        ({target.host})
      </span>
    </a>
  );
}

function linkTo({ href, host }: SafeLink) {
  return { href, title: host, target: "_blank", rel: "noopener noreferrer nofollow" };
}

/**
 * `[good.example](https://evil.example)`: a phone shows no link titles, so the true host must be in the text. This also applies to a link
 * without text.
 */
function namesOtherHost(text: string, host: string): boolean {
  const named = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.exec(text)?.[0].toLowerCase();
  return text.trim() === "" || (named !== undefined && named !== host && `www.${named}` !== host);
}

/** Renders inline HTML: `<br>`, which models use in tables, breaks the line, comments are dropped, and other HTML is shown as text. */
export function renderHtml(raw: string, key: number): ReactNode {
  const kind = commentOrBreak(raw);
  if (kind === "break") return <br key={key} />;
  return kind === "comment" ? null : raw;
}
