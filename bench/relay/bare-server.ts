import { createServer, type ServerResponse } from "node:http";

// The lower bound: the minimum a Node process must do to relay a model's tokens as events. No log, no resumable numbering, no stop, no
// database, no checks of any kind.

const upstream = process.env["LLM_BASE_URL"] ?? "";
const server = createServer((request, response) => {
  request.resume();
  void relay(response);
});

async function relay(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const listening = new AbortController();
  response.on("close", () => listening.abort());
  try {
    const answer = await fetch(`${upstream}/chat/completions`, {
      method: "POST",
      body: "{}",
      signal: listening.signal,
    });
    let rest = "";
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data: {")) response.write(`data: ${JSON.stringify(toEvent(line.slice(6)))}\n\n`);
      }
    }
    response.end();
  } catch (error) {
    if (!listening.signal.aborted) throw error;
  }
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) {
    process.stdout.write(`A bare relay is at http://127.0.0.1:${address.port}\n`);
  }
});

function toEvent(json: string) {
  return { type: "text-delta", id: "1", delta: JSON.parse(json).choices[0].delta.content };
}
