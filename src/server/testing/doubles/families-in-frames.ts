import type { Fields } from "#shared/json-fields.ts";
import {
  acceptsAll,
  argumentsOf,
  callChunks,
  chunk,
  chunkOf,
  type FamilyAnswer,
  idOfCall,
  type ModelFamily,
  piecesOf,
  streamed,
  textChunks,
} from "./family-frames.ts";
import type { UpstreamCall } from "./upstream-model.ts";

function fromChunks(name: string, write: (chunks: readonly string[]) => FamilyAnswer): ModelFamily {
  return {
    name,
    refuses: acceptsAll,
    calls: (calls) => write([...callChunks(calls), chunk({}, "tool_calls")]),
    words: (text) => write([...textChunks(text), chunk({}, "stop")]),
  };
}

/** Comments, keep-alives, costs and usage between the chunks. https://openrouter.ai/docs/api-reference/streaming, netease-lcap/wave-agent#1326, llama.cpp#15443 */
function noisy(chunks: readonly string[]): FamilyAnswer {
  const usage = { usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18, cost: 0.0001 } };
  const noise = [
    ": OPENROUTER PROCESSING\n\n",
    "data:\n\n",
    "data: null\n\n",
    "data: []\r\n\r\n",
    "data: ping\n\n",
    'event: ping\ndata: {"type":"ping"}\n\n',
    'event: cost\ndata: {"cost":0.0001}\n\n',
    `data: ${chunkOf([])}\n\n`,
    "retry: 3000\n\n",
  ];
  const events = chunks.map((data, at) => {
    const event = at % 3 === 0 ? `event: message\nid: ${at}\ndata: ${data}\n\n` : `data:${data}\r\n\r\n`;
    return `${noise[at % noise.length] ?? ""}${event}`;
  });
  const end = [`data: ${chunkOf([], usage)}\n\n`, ": OPENROUTER PROCESSING\n\n", "data: [DONE]\n\n"];
  return { contentType: "text/event-stream; charset=utf-8", body: [...events, ...end].join("") };
}

/** A whole answer in one body, in spite of `stream`. https://platform.openai.com/docs/api-reference/chat/object */
function inOneBody(message: Fields, finishReason: string): FamilyAnswer {
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finishReason }];
  const body = { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "test", choices };
  return { contentType: "application/json", body: JSON.stringify({ ...body, usage: { total_tokens: 9 } }) };
}

const wholeCalls = (calls: readonly UpstreamCall[]) =>
  calls.map((call, index) => {
    const called = { name: call.name, arguments: argumentsOf(call) };
    return { id: idOfCall(call, index), type: "function", function: called };
  });

/** Servers whose answers are framed in another way than OpenAI's. */
export const familiesInFrames: readonly ModelFamily[] = [
  {
    name: "one JSON body instead of a stream",
    refuses: acceptsAll,
    calls: (calls) => inOneBody({ content: null, tool_calls: wholeCalls(calls) }, "tool_calls"),
    words: (text) => inOneBody({ content: text }, "stop"),
  },
  fromChunks("noisy gateway", noisy),
  {
    name: "message or text in place of delta",
    refuses: acceptsAll,
    calls: (calls) =>
      streamed([
        chunkOf([{ index: 0, message: { role: "assistant", content: "", tool_calls: wholeCalls(calls) } }]),
        chunkOf([{ index: 0, finish_reason: "tool_calls" }]),
      ]),
    words: (text) =>
      streamed([
        ...piecesOf(text).map((piece, at) =>
          chunkOf([{ index: 0, ...(at % 2 === 0 ? { message: { content: piece } } : { text: piece }) }]),
        ),
        chunkOf([{ index: 0, finish_reason: "stop" }]),
      ]),
  },
  // https://github.com/langgenius/dify/issues/4120
  fromChunks("lines of JSON without data:", (chunks) => ({
    contentType: "application/x-ndjson",
    body: chunks.map((data) => `${data}\n`).join(""),
  })),
];
