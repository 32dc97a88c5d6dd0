import type { Token, Tokens } from "marked";
import { memo, type ReactNode, use } from "react";
import { Checkbox, CodeToolsRenderer, renderHtml, renderInline } from "./inline.tsx";
import { asBlock } from "./lexer.ts";
import { MAX_DEPTH } from "./plain-text.ts";
import styles from "./markdown.module.css";

/** A top-level block. The parser returns the same token object while the block is unchanged, so it is not rendered again. */
export const BlockView = memo(function BlockView({ token }: { token: Token }) {
  return renderBlock(token, 0, 0);
});

function renderBlocks(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, index) => renderBlock(token, index, depth));
}

function renderBlock(anyToken: Token, key: number, depth: number): ReactNode {
  const token = asBlock(anyToken);
  if (depth > MAX_DEPTH) {
    return token.raw;
  }
  switch (token.type) {
    case "paragraph":
      return <p key={key}>{renderInline(token.tokens, depth)}</p>;
    case "text":
      return renderInline(token.tokens ?? [token], depth);
    case "heading":
      return <Heading key={key} level={token.depth} content={renderInline(token.tokens, depth)} />;
    case "list":
      return <List key={key} token={token} depth={depth} />;
    case "code":
      return <Code key={key} code={token.text} />;
    case "table":
      return <Table key={key} token={token} depth={depth} />;
    case "blockquote":
      return (
        <blockquote key={key} dir={sideOf(depth)}>
          {renderBlocks(token.tokens, depth + 1)}
        </blockquote>
      );
    case "hr":
      return <hr key={key} />;
    case "checkbox":
      return <Checkbox key={key} checked={token.checked} />;
    case "html": {
      const content = renderHtml(token.raw, key);
      return typeof content === "string" ? (
        <p key={key} className={styles.raw}>
          {content}
        </p>
      ) : (
        content
      );
    }
    case "space":
    case "def":
      return null;
  }
}

function Code({ code }: { code: string }) {
  return (
    <div className={styles.code}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to scroll it */}
      <pre dir="ltr" tabIndex={0}>
        <code>{code}</code>
      </pre>
      {use(CodeToolsRenderer)(code)}
    </div>
  );
}

/** Headings of an answer are lower in rank than those of the page. */
function Heading({ level, content }: { level: number; content: ReactNode }) {
  const Tag = level === 1 ? "h3" : level === 2 ? "h4" : level === 3 ? "h5" : "h6";
  return <Tag>{content}</Tag>;
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, index) => <Item key={index} item={item} depth={depth + 1} />);
  return token.ordered ? (
    <ol dir={sideOf(depth)} start={token.start === "" ? 1 : token.start}>
      {items}
    </ol>
  ) : (
    <ul dir={sideOf(depth)}>{items}</ul>
  );
}

/** The side of markers, bars and first columns, derived from the text of the whole outer block. */
function sideOf(depth: number) {
  return depth === 0 ? "auto" : undefined;
}

/** Memoized individually: the longest block of many answers is a single list. */
const Item = memo(function Item({ item, depth }: { item: Tokens.ListItem; depth: number }) {
  return <li className={item.task ? styles.task : undefined}>{renderBlocks(item.tokens, depth)}</li>;
});

function Table({ token, depth }: { token: Tokens.Table; depth: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to scroll it
    <figure className={styles.table} dir={sideOf(depth)} aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col" data-align={cell.align}>
                {renderInline(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} data-align={cell.align}>
                  {renderInline(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
