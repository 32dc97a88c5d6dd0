/** The text of an answer from outside; null when it has more than `maxBytes`: nobody's word may fill the memory. */
export async function readBoundedText({ body }: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // leaving the loop ends the connection
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
