import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A question as the provider gets it. */
export interface UpstreamRequest {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens?: number;
}

/** A language model's server that does what a test tells it, also what none should. */
export interface UpstreamModel extends AsyncDisposable {
  /** For LLM_BASE_URL. */
  readonly url: string;
  /** Questions asked, in order. */
  readonly asked: readonly UpstreamRequest[];
  /** Answers a question; may be changed at any time. */
  answer: (response: ServerResponse, request: UpstreamRequest) => unknown;
  /** Ids that `GET /models` lists; null: there is no such address. */
  listed: readonly string[] | null;
  /** Connections that ended before their answer did. */
  readonly aborted: number;
}

/** Starts one on a free port of this machine. */
export async function openUpstreamModel(answer: UpstreamModel["answer"] = sayHello): Promise<UpstreamModel> {
  const asked: UpstreamRequest[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/v1/models" && upstream.listed !== null) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: upstream.listed.map((id) => ({ id, object: "model" })) }));
      return;
    }
    if (request.url !== "/v1/chat/completions") {
      response.writeHead(404).end("{}");
      return;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array); // no encoding is set
    const question = JSON.parse(Buffer.concat(chunks).toString()) as UpstreamRequest; // our own server's words
    asked.push(question);
    upstream.answer(response, question);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  const upstream = {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answer,
    listed: null as UpstreamModel["listed"],
    get aborted() {
      return aborted;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

/** One line of a streamed answer. */
export function completionChunk(
  delta: { content?: string; reasoning?: string; reasoning_content?: string },
  model?: string,
): string {
  const chunk = { object: "chat.completion.chunk", model, choices: [{ delta }] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** Streams words as an honest provider does, and ends. */
export function streamWords(response: ServerResponse, words: readonly string[], model?: string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of words) response.write(completionChunk({ content }, model));
  response.end("data: [DONE]\n\n");
}

function sayHello(response: ServerResponse, { model }: UpstreamRequest): void {
  streamWords(response, ["Hello."], model);
}
