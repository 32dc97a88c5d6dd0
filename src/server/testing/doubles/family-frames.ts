import type { ServerResponse } from "node:http";
import { type Fields, isFields } from "#shared/json-fields.ts";
import type { UpstreamCall, UpstreamRequest } from "./upstream-model.ts";

/** A whole HTTP answer. It is text, so that a test can cut its body anywhere. */
export interface FamilyAnswer {
  /** Default 200. */
  status?: number;
  contentType: string;
  body: string;
}

/** How a server refuses a request. */
export interface FamilyRefusal {
  status: number;
  message: string;
  /** The whole body, for a server that does not send `{"error":{"message":...}}`. */
  body?: string;
}

/** How one family of models, behind the server it is used with, speaks the chat completions protocol. */
export interface ModelFamily {
  name: string;
  /** An error of the real server for this request, beyond `completion-rules.ts`; null: the server accepts it. */
  refuses(request: UpstreamRequest): FamilyRefusal | null;
  /** The answer that calls these tools. A model that calls one tool per answer takes the first. */
  calls(calls: readonly UpstreamCall[], request: UpstreamRequest): FamilyAnswer;
  /** The answer with these words. */
  words(text: string, request: UpstreamRequest): FamilyAnswer;
}

/** Thoughts of every family's model. No answer may show them. */
export const THOUGHT = "The person wants a plain reply – I weigh that quietly.";

/** The `refuses` of a server that accepts every request. */
export const acceptsAll = (): null => null;

/** One chunk of a stream, as JSON. */
export function chunk(delta: Fields, finishReason: string | null = null): string {
  return chunkOf([{ index: 0, delta, logprobs: null, finish_reason: finishReason }]);
}

/** A chunk with these choices, as JSON. @param more further fields of the chunk */
export function chunkOf(choices: readonly Fields[], more: Fields = {}): string {
  const id = "chatcmpl-7f3a";
  return JSON.stringify({
    id,
    object: "chat.completion.chunk",
    created: 1_764_500_000,
    model: "test",
    choices,
    ...more,
  });
}

/** The stream of these chunks. */
export function streamed(chunks: readonly string[]): FamilyAnswer {
  const events = [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`);
  return { contentType: "text/event-stream", body: events.join("") };
}

/** Chunks with a text in a field of the delta, a few characters each. */
export function textChunks(text: string, field = "content"): string[] {
  return piecesOf(text).map((piece) => chunk({ [field]: piece }));
}

/** A text in pieces: four characters at its ends, where marks are, and longer ones between, so that a benchmark stays quick. */
export function piecesOf(text: string): string[] {
  const small = (part: string) => part.match(/.{1,4}/gsu) ?? [];
  if (text.length < 600) return small(text);
  const [, head = "", middle = "", tail = ""] = /^(.{240})(.*)(.{120})$/su.exec(text) ?? [];
  return [...small(head), ...(middle.match(/.{1,90}/gsu) ?? []), ...small(tail)];
}

/** Calls as OpenAI streams them: for each call its name, then its arguments in pieces. */
export function callChunks(calls: readonly UpstreamCall[], idOf = idOfCall): string[] {
  return calls.flatMap((call, index) => [
    chunk({
      tool_calls: [
        { index, id: idOf(call, index), type: "function", function: { name: call.name, arguments: "" } },
      ],
    }),
    ...(argumentsOf(call).match(/.{1,7}/gsu) ?? []).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
}

export function idOfCall({ id }: UpstreamCall, index: number): string {
  return id ?? `call_${index}`;
}

/** The arguments of a call as JSON. */
export function argumentsOf({ arguments: value }: UpstreamCall): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The arguments of a call as fields; none when they are no JSON object. */
export function fieldsOf({ arguments: value }: UpstreamCall): Fields {
  return typeof value === "string" ? fieldsIn(JSON.parse(value)) : value;
}

export function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The assistant messages of a request that call tools, with their place among all messages. */
export function messagesWithCalls(
  request: UpstreamRequest,
): { at: number; message: Fields; calls: readonly Fields[] }[] {
  return request.messages.flatMap((message, at) =>
    message.tool_calls === undefined ? [] : [{ at, message, calls: message.tool_calls.map(fieldsIn) }],
  );
}

/** A refusal as its server sends it. */
export function refusalAnswer({ status, message, body }: FamilyRefusal): FamilyAnswer {
  const error = { message, type: "invalid_request_error", param: null, code: "invalid_request_error" };
  return { status, contentType: "application/json", body: body ?? JSON.stringify({ error }) };
}

/** Writes an answer in pieces that end anywhere, also inside a character. */
export async function sendFamilyAnswer(response: ServerResponse, answer: FamilyAnswer): Promise<void> {
  const { status = 200, contentType, body } = answer;
  const bytes = Buffer.from(body);
  const length = Math.max(61, Math.ceil(bytes.length / 5));
  response.writeHead(status, { "content-type": contentType });
  for (let from = 0; from < bytes.length && !response.destroyed; from += length) {
    response.write(bytes.subarray(from, from + length));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
