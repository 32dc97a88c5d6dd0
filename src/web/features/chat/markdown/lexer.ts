import { Lexer, type Links, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";
import { inlineRules } from "./inline-rules.ts";

/** `[^camp:123]`: a citation of a record behind the answer; `sourceId` is `camp:123`. */
type Citation = { type: "citation"; raw: string; sourceId: string };

/** Tokens of top-level text, a quote or a list item. */
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

/** Tokens of a paragraph, a heading or a table cell. */
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

// marked's own `Token` type describes neither where a token may occur nor which extensions are loaded; ours is the only extension. The two
// casts below add both facts.

export function asBlock(token: Token): BlockToken {
  return token as BlockToken;
}

export function asInline(token: Token): InlineToken {
  return token as InlineToken;
}

/** Lexes a whole text at once. This is the reference: streamed text must produce the same tokens in the end. */
export function lexMarkdown(source: string): Token[] {
  return orPlainText(source, () => createLexer().lex(source));
}

/** Creates a lexer that includes the link definitions of earlier text. */
export function createLexer(links: Links = {}): Lexer {
  const tokenizer = new ProseTokenizer();
  const lexer = new Lexer({ ...OPTIONS, tokenizer });
  tokenizer.rules = { ...tokenizer.rules, inline: inlineRules };
  Object.assign(lexer.tokens.links, links);
  return lexer;
}

/** Treats signs between numbers as arithmetic: `2**10 and 3**2`, `x**2 + y**2`. */
class ProseTokenizer extends Tokenizer {
  override emStrong(source: string, masked: string, before?: string) {
    return notInNumbers(super.emStrong(source, masked, before), source, masked);
  }

  override del(source: string, masked: string, before?: string) {
    return notInNumbers(super.del(source, masked, before), source, masked);
  }
}

/** Two letters or digits, one of them a digit. */
const BESIDE_DIGIT = /^(?:\d[\d\p{scx=Latn}]|\p{scx=Latn}\d)$/u;

/** @param masked the whole text, of which `source` is the end, with its code and links masked */
function notInNumbers<T extends { raw: string }>(
  token: T | undefined,
  source: string,
  masked: string,
): T | undefined {
  if (token === undefined) return undefined;
  const [before = ""] = /[^*~](?=[*~]*$)/.exec(masked.slice(0, -source.length).slice(-9)) ?? [];
  const [, inside = ""] = /^[*~]+(.)/.exec(token.raw) ?? [];
  const [, after = ""] = /^[*~]*([^*~])/.exec(source.slice(token.raw.length)) ?? [];
  return /^\d\d/.test(before + inside) || BESIDE_DIGIT.test(before + after) ? undefined : token;
}

/**
 * marked parses nested blocks by recursion, so some thousand `>` in a row exhaust the stack. Such text is never meaningful and is shown
 * unparsed.
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

/** Kinds and ids in the server's format: `camp:123`, `resource:0190f2c4-...`. */
const CITATION = /^\[\^([a-z][a-z-]{0,31}:[\w.:#-]{1,160})\]/;

const OPTIONS: MarkedOptions = {
  gfm: true,
  extensions: { inline: [lexCitation], renderers: {}, childTokens: {} },
};

/** Runs before links and references, so that no definition in the text can turn a citation into a link. */
function lexCitation(source: string): Citation | undefined {
  const [raw, sourceId] = (source.startsWith("[^") && CITATION.exec(source)) || [];
  return raw === undefined || sourceId === undefined ? undefined : { type: "citation", raw, sourceId };
}
