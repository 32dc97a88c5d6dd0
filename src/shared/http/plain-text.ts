import { decodeHTMLStrict } from "entities/decode";

/**
 * Extracts plain text from text that may contain markup. Removes tags, scripts, comments and invisible characters (control, direction and
 * zero-width), decodes character references and preserves line breaks. Not a sanitizer: the result is text and must be shown as text.
 */
export function plainText(text: string): string {
  return decodeHTMLStrict(withoutMarkup(text))
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{C}\n\t]/gu, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
    .toWellFormed();
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<!--[^]*?(?:-->|$)/g, "")
    .replaceAll(/<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)/gi, "")
    .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, "\n")
    .replaceAll(/<\/?[a-z!?][^<>]*(?:>|$)/gi, "");
}
