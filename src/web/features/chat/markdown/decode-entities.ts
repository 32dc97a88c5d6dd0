/**
 * Decodes character references (`&amp;`, `&#233;`, `&eacute;`) in text and link targets. Supports only the names common in human and model
 * output; others are unchanged.
 */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replaceAll(REFERENCE, decodeReference) : text;
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]\w{1,31}));/g;

function decodeReference(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) {
    return NAMED.get(name) ?? written;
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  return isCharacter(code) ? String.fromCodePoint(code) : "\uFFFD";
}

/** Zero, surrogates and numbers beyond Unicode are not characters (CommonMark 0.31, section 2.5). */
function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

const NAMED = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    colon: ":",
    Tab: "\t",
    NewLine: "\n",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    bull: "•",
    middot: "·",
    deg: "°",
    plusmn: "±",
    times: "×",
    divide: "÷",
    minus: "−",
    frac12: "½",
    frac14: "¼",
    frac34: "¾",
    le: "≤",
    ge: "≥",
    ne: "≠",
    asymp: "≈",
    infin: "∞",
    larr: "←",
    rarr: "→",
    uarr: "↑",
    darr: "↓",
    euro: "€",
    pound: "£",
    cent: "¢",
    yen: "¥",
    sect: "§",
    copy: "©",
    reg: "®",
    trade: "™",
    auml: "ä",
    ouml: "ö",
    uuml: "ü",
    Auml: "Ä",
    Ouml: "Ö",
    Uuml: "Ü",
    szlig: "ß",
    eacute: "é",
    egrave: "è",
    ntilde: "ñ",
    ccedil: "ç",
  }),
);
