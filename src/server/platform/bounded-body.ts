/** Reads the text of a response from another server. Null when it is longer than `maxBytes`, so that no server can fill the memory. */
export async function readBoundedText({ body }: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // exiting the loop closes the connection
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
