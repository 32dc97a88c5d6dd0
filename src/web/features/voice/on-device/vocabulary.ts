/** Llama's words end here; the model knows a few hundred numbers more, none of which is text. */
const FIRST_WORD = 3;
const WORD_START = /\u2581/g;
const BYTE = /^<0x([0-9A-F]{2})>$/;

/**
 * Token numbers as text, trimmed.
 * @param vocabulary Llama's tokens by number: `\u2581` begins a word, `<0x0A>` is a byte of what is no token of its own
 */
export function textOfTokens(vocabulary: readonly string[], tokens: readonly number[]): string {
  const utf8 = new TextEncoder();
  const bytes: number[] = [];
  for (const token of tokens) {
    const word = token < FIRST_WORD ? undefined : vocabulary[token];
    if (word === undefined) continue;
    const byte = BYTE.exec(word)?.[1];
    if (byte === undefined) bytes.push(...utf8.encode(word.replace(WORD_START, " ")));
    else bytes.push(Number.parseInt(byte, 16));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}
