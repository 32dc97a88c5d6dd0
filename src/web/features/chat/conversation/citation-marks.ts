/** Marks such as `[^resource:12]`, including the space before them. */
const CITATION = /\s?\[\^[^\]\s]+\]/g;

/** The text without citation marks: for speech, and until the renderer that turns the marks into links is loaded. */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, "");
}

/** A sign written as itself, with its backslash, which may still be alone at the end; or a sign of Markdown. */
const SIGN = /\\([\\`*_{}[\]<>#~|!^@./])|\\$|[*_`#>|]|^\s*[-+] /gm;

/**
 * The text for speech output, without citations and Markdown syntax. The result for a longer text begins with the result for its prefix.
 */
export function spokenWords(text: string): string {
  return withoutCitations(text).replaceAll(SIGN, "$1");
}
