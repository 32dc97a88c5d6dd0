import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A language model provider whose tokens are numbered and contain the time at which they were sent, by this process's clock. */
export interface Upstream {
  url: string;
  /** Number of waiting answers, each of which has sent its first token. */
  readonly waiting: number;
  /** From now on every answer sends `tokens` more at this rate, and ends. */
  go(tokensPerSecond: number, tokens: number): void;
}

/** A waiting answer sends a token from time to time, because silence would count as a failure. */
const WAITING_MS = 5_000;
const TICK_MS = 5;

interface Stream {
  sentWords: number;
  left: number;
  dueAt: number;
}

export async function startUpstream(): Promise<Upstream> {
  const streams = new Map<ServerResponse, Stream>();
  let everyMs = WAITING_MS;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith("/models") === true) {
      response.end(JSON.stringify({ data: [{ id: "bench/clock" }] }));
      return;
    }
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("close", () => streams.delete(response));
    response.write(token(0));
    streams.set(response, {
      sentWords: 1,
      left: Number.POSITIVE_INFINITY,
      dueAt: performance.now() + WAITING_MS,
    });
  });
  setInterval(() => {
    const now = performance.now();
    for (const [response, stream] of streams) {
      if (stream.dueAt > now) continue;
      stream.dueAt = Math.max(stream.dueAt + everyMs, now);
      stream.left -= 1;
      if (stream.left >= 0) response.write(token(stream.sentWords++));
      else {
        streams.delete(response);
        response.end(chunk({ delta: {}, finish_reason: "stop" }) + "data: [DONE]\n\n");
      }
    }
  }, TICK_MS).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has an address
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get waiting() {
      return streams.size;
    },
    go(tokensPerSecond, tokens) {
      everyMs = 1000 / tokensPerSecond;
      const now = performance.now();
      // Staggered, like the answers to different users.
      for (const stream of streams.values()) {
        stream.left = tokens;
        stream.dueAt = now + Math.random() * everyMs;
      }
    },
  };
}

/** The token must not look like an address, because the server removes links that a model has invented. */
function token(number: number): string {
  const content = `{${number}:${performance.now().toFixed(1)}} `;
  return chunk({ delta: { role: "assistant", content }, finish_reason: null });
}

/** In the format of OpenRouter. */
function chunk(choice: object): string {
  const envelope = { id: "gen-1", model: "bench/clock", object: "chat.completion.chunk", created: 1 };
  return `data: ${JSON.stringify({ ...envelope, choices: [{ index: 0, ...choice }] })}\n\n`;
}
