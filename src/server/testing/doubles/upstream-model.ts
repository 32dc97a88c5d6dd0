import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { completionRefusal } from "./completion-rules.ts";

/** A request as the provider receives it. */
export interface UpstreamRequest {
  model: string;
  messages: { role: string; content: string; tool_calls?: { id: string }[]; tool_call_id?: string }[];
  max_tokens?: number;
  tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[];
  tool_choice?: string;
}

/** A tool call as a test writes it. Arguments given as text are sent unchanged. */
export interface UpstreamCall {
  name: string;
  arguments: Record<string, unknown> | string;
  id?: string;
}

/** A language model server whose behavior, valid or not, is controlled by a test. */
export interface UpstreamModel extends AsyncDisposable {
  /** For LLM_BASE_URL. */
  readonly url: string;
  /** Requests received, in order. */
  readonly asked: readonly UpstreamRequest[];
  /** OpenAI's error messages for the requests it rejected. */
  readonly refused: readonly string[];
  /** Answers a request; may be replaced at any time. */
  answer: (response: ServerResponse, request: UpstreamRequest) => unknown;
  /** Ids that `GET /models` lists; null: the path does not exist. */
  listed: readonly string[] | null;
  /** `supported_parameters` of each model in `GET /models`; null: not given. */
  supportedParameters: readonly string[] | null;
  /** Connections closed before their response ended. */
  readonly aborted: number;
}

/** Starts a model server on a free local port. */
export async function openUpstreamModel(answer: UpstreamModel["answer"] = sayHello): Promise<UpstreamModel> {
  const asked: UpstreamRequest[] = [];
  const refused: string[] = [];
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
      const taken = upstream.supportedParameters;
      const more = taken === null ? {} : { supported_parameters: taken };
      response.end(JSON.stringify({ data: upstream.listed.map((id) => ({ id, object: "model", ...more })) }));
      return;
    }
    if (request.url !== "/v1/chat/completions") {
      response.writeHead(404).end("{}");
      return;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array); // no encoding is set
    const question = JSON.parse(Buffer.concat(chunks).toString()) as UpstreamRequest; // sent by our own server
    asked.push(question);
    const refusal = completionRefusal(question);
    if (refusal !== null) {
      refused.push(refusal);
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: refusal, type: "invalid_request_error" } }));
      return;
    }
    upstream.answer(response, question);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening server has one
  const upstream = {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    refused,
    answer,
    listed: null as UpstreamModel["listed"],
    supportedParameters: null as UpstreamModel["supportedParameters"],
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

/** Streams words like a well-behaved provider, then ends. */
export function streamWords(response: ServerResponse, words: readonly string[], model?: string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of words) response.write(completionChunk({ content }, model));
  response.end("data: [DONE]\n\n");
}

/** A piece of an answer, or a pause before the next one. */
export type Step = string | { pauseMs: number };

/** `streamWords` with pauses, until the client disconnects. */
export async function streamSteps(
  response: ServerResponse,
  steps: readonly Step[],
  model?: string,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const step of steps) {
    if (response.destroyed) return;
    if (typeof step === "string") response.write(completionChunk({ content: step }, model));
    else await new Promise((resolve) => setTimeout(resolve, step.pauseMs));
  }
  response.end("data: [DONE]\n\n");
}

/**
 * Calls tools as OpenAI does: first the names, then the arguments in pieces, interleaved over the calls.
 * @param words text before the calls
 */
export function streamCalls(
  response: ServerResponse,
  calls: readonly UpstreamCall[],
  words: readonly string[] = [],
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of words) response.write(completionChunk({ content }));
  const texts = calls.map(({ arguments: value }) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  for (const [index, { name, id = `call_${name}_${index}` }] of calls.entries())
    response.write(callChunk({ index, id, type: "function", function: { name, arguments: "" } }));
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  for (let from = 0; from < longest; from += 7)
    for (const [index, text] of texts.entries())
      if (from < text.length)
        response.write(callChunk({ index, function: { arguments: text.slice(from, from + 7) } }));
  const end = { object: "chat.completion.chunk", choices: [{ delta: {}, finish_reason: "tool_calls" }] };
  response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
}

/** One line with a piece of a tool call. */
export function callChunk(piece: Record<string, unknown>): string {
  const chunk = { object: "chat.completion.chunk", choices: [{ delta: { tool_calls: [piece] } }] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function sayHello(response: ServerResponse, { model }: UpstreamRequest): void {
  streamWords(response, ["Hello."], model);
}
