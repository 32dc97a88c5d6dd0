import { Lexer } from "marked";
import { WIDE_MARKS } from "#shared/http/safe-link.ts";

/** Letters and marks of scripts written without spaces. */
const UNSPACED = String.raw`\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\uFF01-\uFFEF`;
const MARK = String.raw`[\p{P}\p{S}]`;
/** How marked classifies text beside `*`: a tilde counts as a letter. */
const MARK_OR_NO_TILDE = `(?!~)${MARK}`;
const { gfm } = Lexer.rules.inline;

/**
 * marked's inline rules with three changes. Strikethrough needs two tildes. A bare address ends at a full-width mark. Emphasis beside
 * `UNSPACED` needs no space to open or close, as in `含**「重点」**内容`: the "CJK-friendly" amendment to CommonMark.
 */
export const inlineRules: typeof gfm = {
  ...gfm,
  // The first group of `*` and `~~` is a mark that requires text before it.
  emStrongLDelim: new RegExp(gfm.emStrongLDelim.source.replace("(?!~)", `(?![~${UNSPACED}])`), "u"),
  emStrongRDelimAst: closing("\\*", {
    skip: String.raw`^[^_*]*?__[^_*]*?\*[^_*]*?(?=__)`,
    mark: MARK_OR_NO_TILDE,
    beside: String.raw`\S`,
  }),
  // Within words it is not emphasis: `文件_名_称`.
  emStrongRDelimUnd: closing("_", {
    skip: String.raw`^[^_*]*?\*\*[^_*]*?_[^_*]*?(?=\*\*)`,
    mark: MARK,
    beside: MARK,
  }),
  delLDelim: new RegExp(`^~~(?:((?![~${UNSPACED}])${MARK})|[^\\s~])`, "u"),
  delRDelim: closing("~", { skip: "^(?!)", mark: MARK, beside: String.raw`\S` }),
  punctuation: new RegExp(`^((?![*_])[\\s\\p{P}\\p{S}\\p{Cs}${UNSPACED}])`, "u"),
  url: new RegExp(gfm.url.source.replace("[^\\s<]*", `[^\\s<${WIDE_MARKS}]*`)),
};

interface Closing {
  /** Text of the other sign that is skipped. */
  skip: string;
  /** Punctuation. */
  mark: string;
  /** The characters required on the other side of a sign beside `UNSPACED`. */
  beside: string;
}

/** The closing signs, numbered as in marked: groups 1 and 2 close, 3 and 4 open, 5 and 6 may do both. */
function closing(sign: string, { skip, mark, beside }: Closing): RegExp {
  const no = `(?!${sign})`;
  const run = `(${sign}+)${no}`;
  const letter = `(?!${mark})\\S`;
  const free = `(?=[${UNSPACED}]${sign}+${no}${beside}|${no}${beside}${sign}+[${UNSPACED}])`;
  return new RegExp(
    [
      skip,
      `[^${sign}]+(?=[^${sign}])`,
      `${no}${mark}${run}(?=\\s|$)`,
      `(?!${free})${letter}${run}(?=\\s|${mark}|$)`,
      `(?!${free})${no}(?:\\s|${mark})${run}(?=${letter})`,
      `\\s${run}(?=${mark})`,
      `(?:${free}\\S|${no}${mark}(?=${sign}+${no}${mark}))${run}`,
      ...(beside === mark ? [] : [`${letter}${run}(?=${letter})`]),
    ].join("|"),
    "gu",
  );
}
