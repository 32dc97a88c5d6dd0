/** Marks such as `[^resource:12]` with the space before them. */
const CITATION = /\s?\[\^[^\]\s]+\]/g;

/** The words alone: for a voice, and until the renderer that turns the marks into links is loaded. */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, "");
}

/** As it is read aloud: without citations and the signs of Markdown. A longer text begins as a shorter one did. */
export function spokenWords(text: string): string {
  return withoutCitations(text).replaceAll(/[*_`#>|]|^\s*[-+] /gm, "");
}
