import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider whose tokens are the times, in milliseconds of this process's clock, at which they were sent. */
export interface Upstream {
  url: string;
  /** Ends every answer; otherwise a relay that does not abort its runs would continue them in the next round. */
  endAnswers(): void;
  close(): Promise<void>;
}

const TICK_MS = 1;

/** @param tokensPerSecond of each stream */
export async function startUpstream(tokensPerSecond: number): Promise<Upstream> {
  const everyMs = 1000 / tokensPerSecond;
  const streams = new Map<ServerResponse, number>();
  const server = createServer((request, response) => {
    request.resume();
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("close", () => streams.delete(response));
    // Staggered, like the streams of different users.
    streams.set(response, performance.now() + Math.random() * everyMs);
  });
  const ticker = setInterval(() => {
    const now = performance.now();
    for (const [response, due] of streams) {
      if (due > now) continue;
      streams.set(response, Math.max(due + everyMs, now));
      response.write(token());
    }
  }, TICK_MS);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    endAnswers() {
      for (const response of streams.keys()) response.end("data: [DONE]\n\n");
      streams.clear();
    },
    async close() {
      clearInterval(ticker);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** In the format of OpenRouter. */
function token(): string {
  const content = `${performance.now().toFixed(3)} `;
  const chunk = {
    id: "gen-1",
    provider: "bench",
    model: "bench/clock",
    object: "chat.completion.chunk",
    created: 1,
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
