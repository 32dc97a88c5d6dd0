import type { Token, Tokens } from "marked";
import { Fragment, createContext, use, type ReactNode } from "react";
import { safeLink, type SafeLink } from "#shared/http/safe-link.ts";
import { decodeEntities } from "./decode-entities.ts";
import { asInline } from "./lexer.ts";
import styles from "./markdown.module.css";

/** How a cited source is shown. A context, so that a new function re-renders citations and not whole blocks. */
export const CitationRenderer = createContext<(sourceId: string) => ReactNode>(() => null);

/** Deeper nesting than people write costs layout time without end; it is shown as it was written. */
export const MAX_DEPTH = 24;

/** Text inside a block as React nodes. Inside a link there is no second link. */
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
      return <code key={key}>{token.text}</code>;
    case "br":
      return <br key={key} />;
    case "escape":
      return token.text;
    case "text":
      return decodeEntities(token.text);
    case "link":
      return insideLink ? inner(token.tokens) : renderLink(token, key, depth);
    case "image":
      return renderImage(token, key, insideLink);
    case "citation":
      return <Citation key={key} sourceId={token.sourceId} />;
    case "checkbox":
      return <Checkbox key={key} checked={token.checked} />;
    case "html":
      return renderHtml(token.raw, key);
  }
}

/** A finished or open task. Not to be ticked: the list is what someone wrote, not a form. */
export function Checkbox({ checked }: { checked: boolean }) {
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? "Done" : "To do"} />;
}

function Citation({ sourceId }: { sourceId: string }) {
  return use(CitationRenderer)(sourceId);
}

/** The text stays when the target is not one we link to. */
function renderLink(token: Tokens.Link, key: number, depth: number): ReactNode {
  // In an autolink a reference is part of the address, elsewhere it stands for a character.
  const isAutolink = token.autolink === true;
  const target = safeLink(isAutolink ? token.href : decodeEntities(token.href));
  const label = isAutolink ? token.text : renderInline(token.tokens, depth + 1, true);
  if (target === null) {
    return <Fragment key={key}>{label}</Fragment>;
  }
  const isHonest = isAutolink
    ? token.text.toLowerCase().includes(target.host)
    : !namesOtherHost(plainText(token.tokens), target.host);
  return (
    <a key={key} {...linkTo(target)}>
      {label}
      {!isHonest && <span className={styles.host}> ({target.host})</span>}
    </a>
  );
}

/** Never loaded: fetching a picture would tell its host who reads this, and when. */
function renderImage(token: Tokens.Image, key: number, insideLink: boolean): ReactNode {
  const target = insideLink ? null : safeLink(decodeEntities(token.href));
  const label = plainText(token.tokens) || "Picture";
  if (target === null) {
    return label;
  }
  return (
    <a key={key} {...linkTo(target)}>
      {label}
      <span className={styles.host}> ({target.host})</span>
    </a>
  );
}

function linkTo({ href, host }: SafeLink) {
  return { href, title: host, target: "_blank", rel: "noopener noreferrer nofollow" };
}

/**
 * `[good.example](https://evil.example)`: a phone shows no titles, so the true host must be in the text. Also
 * where there is no text at all.
 */
function namesOtherHost(text: string, host: string): boolean {
  const named = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.exec(text)?.[0].toLowerCase();
  return text.trim() === "" || (named !== undefined && named !== host && `www.${named}` !== host);
}

/** What a text says once its own markup is gone. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((anyToken) => {
      const token = asInline(anyToken);
      switch (token.type) {
        case "strong":
        case "em":
        case "del":
        case "link":
        case "image":
          return plainText(token.tokens);
        case "text":
          return decodeEntities(token.text);
        case "escape":
        case "codespan":
          return token.text;
        case "br":
          return " ";
        case "checkbox":
        case "citation":
        case "html":
          return "";
      }
    })
    .join("");
}

/** Models end lines in tables by `<br>`; comments are not for readers; other HTML is shown, never run. */
export function renderHtml(raw: string, key: number): ReactNode {
  if (/^<br\s*\/?>$/i.test(raw)) {
    return <br key={key} />;
  }
  return /^<!--.*-->\s*$/s.test(raw) ? null : raw;
}
