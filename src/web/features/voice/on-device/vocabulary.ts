/** Llama's words start here. The model has a few hundred ids beyond the vocabulary, which are not text either. */
const FIRST_WORD = 3;
const WORD_START = /\u2581/g;
const BYTE = /^<0x([0-9A-F]{2})>$/;

/**
 * Converts token ids to text, trimmed.
 * @param vocabulary Llama's tokens by id: `\u2581` begins a word, `<0x0A>` is a byte without a token of its own
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
