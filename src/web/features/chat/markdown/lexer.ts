import { Lexer, type Links, type MarkedOptions, type Token, type Tokens } from "marked";

/** `[^camp:123]`: a reference to a record the answer rests on; `sourceId` is the `camp:123`. */
type Citation = { type: "citation"; raw: string; sourceId: string };

/** What top-level text, a quote or a list item is made of. */
export type BlockToken =
  | Tokens.Blockquote
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Def
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Table
  | Tokens.Text;

/** What a paragraph, a heading or a table cell is made of. */
export type InlineToken =
  | Citation
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Tag
  | Tokens.Text;

// marked's own `Token` says neither where a token may stand nor which extensions are loaded; ours is the only
// one. The two casts below say both.

export function asBlock(token: Token): BlockToken {
  return token as BlockToken;
}

export function asInline(token: Token): InlineToken {
  return token as InlineToken;
}

/** Reads a whole text at once. This is the measure: streamed text must end in the same tokens. */
export function lexMarkdown(source: string): Token[] {
  return orPlainText(source, () => createLexer().lex(source));
}

/** A lexer that already knows the link definitions of earlier text. */
export function createLexer(links: Links = {}): Lexer {
  const lexer = new Lexer(OPTIONS);
  Object.assign(lexer.tokens.links, links);
  return lexer;
}

/**
 * marked reads nested blocks by recursion, so some thousand `>` in a row exhaust the stack. No one writes that
 * in earnest: such text is shown as it is.
 */
export function orPlainText(source: string, lex: () => Token[]): Token[] {
  try {
    return lex();
  } catch (error) {
    if (error instanceof RangeError) {
      return [{ type: "html", block: true, pre: false, raw: source, text: source } satisfies Tokens.HTML];
    }
    throw error;
  }
}

/** Kinds and ids as the server makes them: `camp:123`, `resource:0190f2c4-...`. */
const CITATION = /^\[\^([a-z][a-z-]{0,31}:[\w.:#-]{1,160})\]/;

const OPTIONS: MarkedOptions = {
  gfm: true,
  extensions: { inline: [lexCitation], renderers: {}, childTokens: {} },
};

/** Comes before links and references, so that no definition in the text can turn a citation into a link. */
function lexCitation(source: string): Citation | undefined {
  const [raw, sourceId] = (source.startsWith("[^") && CITATION.exec(source)) || [];
  return raw === undefined || sourceId === undefined ? undefined : { type: "citation", raw, sourceId };
}
