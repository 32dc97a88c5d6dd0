import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import {
  callChunk,
  completionChunk,
  openUpstreamModel,
  streamCalls,
  streamWords,
  type UpstreamModel,
} from "#server/testing/doubles/upstream-model.ts";
import { ModelError, type PromptMessage, type Tool, type ToolCall } from "./language-model.ts";
import { openaiCompatibleModel } from "./openai-compatible.ts";

const tool: Tool = {
  name: "find",
  description: "Looks something up.",
  parameters: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
};
const question: PromptMessage[] = [{ role: "user", content: "who has a ladder?" }];

/** Nine letters and digits, which Mistral demands. */
const ownId = expect.stringMatching(/^[a-z\d]{9}$/) as string; // a matcher in its place

test("collects calls completely and in order from split, interleaved pieces", async () => {
  await using upstream = await openUpstreamModel((response) =>
    streamCalls(
      response,
      [
        { name: "find", arguments: { what: "ladder – Ünïcode" } },
        { name: "distance", arguments: { to: "The Temple" }, id: "b" },
      ],
      ["Let me ", "look."],
    ),
  );
  const { calls, text } = await ask(upstream);
  expect(text).toBe("Let me look.");
  expect(calls).toEqual([
    { id: "call_find_0", name: "find", arguments: '{"what":"ladder – Ünïcode"}' },
    { id: "b", name: "distance", arguments: '{"to":"The Temple"}' },
  ]);
  expect(upstream.asked[0]).toMatchObject({ tools: [{ type: "function", function: tool }] });
  expect(upstream.asked[0]?.tool_choice).toBeUndefined();
});

test.each<[string, string[], ToolCall[]]>([
  [
    "Ollama: each call at once, all at place 0, arguments as an object",
    [
      callChunk({ index: 0, id: "a", function: { name: "find", arguments: { what: "ice" } } }),
      callChunk({ index: 0, id: "b", function: { name: "my", arguments: {} } }),
    ],
    [
      { id: "a", name: "find", arguments: '{"what":"ice"}' },
      { id: "b", name: "my", arguments: "{}" },
    ],
  ],
  [
    "no places and no ids",
    [
      callChunk({ function: { name: "find", arguments: '{"what":' } }),
      callChunk({ function: { arguments: '"ice"}' } }),
      callChunk({ function: { name: "my", arguments: "{}" } }),
    ],
    [
      { id: ownId, name: "find", arguments: '{"what":"ice"}' },
      { id: ownId, name: "my", arguments: "{}" },
    ],
  ],
  [
    "the id and name again in every piece",
    [
      callChunk({ index: 0, id: "a", function: { name: "find", arguments: '{"what":' } }),
      callChunk({ index: 0, id: "a", function: { name: "find", arguments: '"ice"}' } }),
    ],
    [{ id: "a", name: "find", arguments: '{"what":"ice"}' }],
  ],
  [
    "what is no call",
    [callChunk({}), 'data: {"choices":[{"delta":{"tool_calls":"all"}}]}\n\n'],
    [{ id: ownId, name: "", arguments: "" }],
  ],
])("parses calls: %s", async (_, pieces, expected) => {
  await using upstream = await openUpstreamModel((response) => {
    for (const piece of pieces) response.write(piece);
    response.end("data: [DONE]\n\n");
  });
  expect((await ask(upstream)).calls).toEqual(expected);
});

test("returns no call from a stream that broke off or grew too long", async () => {
  const half = callChunk({ index: 0, id: "a", function: { name: "find", arguments: '{"what":"ice"}' } });
  const endings: ((response: ServerResponse) => void)[] = [
    (response) => response.end(),
    (response) => setTimeout(() => response.destroy(), 20),
    (response) =>
      response.end('data: {"choices":[{"delta":{},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n'),
    (response) => {
      const piece = callChunk({ index: 0, function: { arguments: "x".repeat(5000) } });
      for (let sent = 0; sent < 20; sent += 1) response.write(piece);
      response.end("data: [DONE]\n\n");
    },
  ];
  for (const end of endings) {
    await using upstream = await openUpstreamModel((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(completionChunk({ content: "One moment." }));
      response.write(half);
      end(response);
    });
    const { calls, text, failure } = await ask(upstream);
    expect(calls).toEqual([]);
    expect(text).toBe("One moment.");
    expect(failure).not.toBeNull();
  }
});

test("sends calls and results in a form the provider accepts, even after invalid JSON", async () => {
  await using upstream = await openUpstreamModel((response) => streamWords(response, ["Yes."]));
  const calls = [
    { id: "a", name: "find", arguments: '{"what":"ice"}' },
    { id: "b", name: "no such tool!", arguments: '{"what":' },
  ];
  const { text } = await ask(upstream, {
    mayCall: false,
    messages: [
      ...question,
      { role: "assistant", content: "", toolCalls: calls },
      { role: "tool", toolCallId: "a", content: "ice" },
      { role: "tool", toolCallId: "b", content: "no" },
    ],
  });
  expect(text).toBe("Yes.");
  expect(upstream.refused).toEqual([]);
  expect(upstream.asked[0]).toMatchObject({
    tool_choice: "none",
    messages: [
      {},
      {
        tool_calls: [
          { id: "a", type: "function", function: { name: "find", arguments: '{"what":"ice"}' } },
          { id: "b", function: { name: "unknown", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "a" },
      { role: "tool", tool_call_id: "b" },
    ],
  });
});

test.each([
  [400, "registry.ollama.ai/library/llama2:latest does not support tools"],
  [404, "No endpoints found that support tool use. To learn more, visit the docs."],
  [400, '"auto" tool choice requires --enable-auto-tool-choice'],
  [500, "tools param requires --jinja flag"],
])("reports that a provider refuses tools (%i)", async (status, message) => {
  await using upstream = await openUpstreamModel((response) =>
    response.writeHead(status).end(JSON.stringify({ error: { message } })),
  );
  expect((await ask(upstream)).failure?.code).toBe("no-tools");
  // In a request without tools, the same message has another meaning.
  expect((await ask(upstream, { tools: undefined })).failure?.code).not.toBe("no-tools");
});

test.each([
  ["This model's maximum context length is 4096 tokens, with 500 in the functions.", "too-long"],
  ["the request exceeds the available context size, try increasing it", "too-long"],
  ["The model cannot read images.", "refused"],
  ["x/y is not a valid model ID", "model-gone"],
])("reports a refusal for another reason as such: %s", async (message, code) => {
  await using upstream = await openUpstreamModel((response) =>
    response.writeHead(400).end(JSON.stringify({ error: { message } })),
  );
  expect((await ask(upstream)).failure?.code).toBe(code);
});

test("reads from the provider's list which models support tools", async () => {
  await using upstream = await openUpstreamModel();
  upstream.listed = ["a/b"];
  const listed = async () => await modelAt(upstream).listModels(AbortSignal.timeout(5000));
  expect(await listed()).toEqual([{ id: "a/b", takesTools: null, window: null }]);
  upstream.supportedParameters = ["temperature"];
  expect(await listed()).toEqual([{ id: "a/b", takesTools: false, window: null }]);
  upstream.supportedParameters = ["temperature", "tools"];
  expect(await listed()).toEqual([{ id: "a/b", takesTools: true, window: null }]);
});

function modelAt({ url }: UpstreamModel) {
  const egress = createEgress({ allowedOrigins: [url], log: createLog("silent") });
  return openaiCompatibleModel(egress, { baseUrl: url, apiKey: null, model: "test" });
}

async function ask(
  upstream: UpstreamModel,
  more: { messages?: PromptMessage[]; mayCall?: boolean; tools?: undefined } = {},
) {
  const received = { text: "", calls: [] as ToolCall[], failure: null as ModelError["failure"] | null };
  const { tools: _, ...rest } = more;
  const request = { messages: question, signal: new AbortController().signal, ...rest };
  try {
    const offered = "tools" in more ? {} : { tools: [tool] };
    const { deltas } = await modelAt(upstream).generate({ ...request, ...offered });
    for await (const delta of deltas) {
      if (delta.type === "tool-call") received.calls.push(delta.call);
      else if ("delta" in delta) received.text += delta.delta;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    received.failure = error.failure;
  }
  return received;
}

test("asks again after a call of the model's own that the server could not read", async () => {
  let asked = 0;
  await using upstream = await openUpstreamModel((response) => {
    asked += 1;
    if (asked > 1) return streamWords(response, ["Yes."]);
    const message = "Failed to call a function. Please adjust your prompt. See 'failed_generation'.";
    return response.writeHead(400).end(JSON.stringify({ error: { message, code: "tool_use_failed" } }));
  });
  expect(await ask(upstream)).toMatchObject({ text: "Yes.", failure: null });
  expect(asked).toBe(2);
});

test.each([
  ['{"message":"Input is too long for requested model."}', "too-long"],
  ['{"errors":[{"message":"The prompt exceeded this model context window limit"}]}', "too-long"],
  ['{"error":{"code":"tokens_limit_reached","message":"Request body too large"}}', "too-long"],
])("reads an error in another gateway's form: %s", async (body, code) => {
  await using upstream = await openUpstreamModel((response) => response.writeHead(413).end(body));
  expect((await ask(upstream)).failure?.code).toBe(code);
});

test("names the limit of an answer as the model wants it", async () => {
  await using upstream = await openUpstreamModel((response, request) => {
    if (!("max_tokens" in request)) return streamWords(response, ["Yes."]);
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    return response.writeHead(400).end(JSON.stringify({ error: { message } }));
  });
  const egress = createEgress({ allowedOrigins: [upstream.url], log: createLog("silent") });
  const model = openaiCompatibleModel(egress, {
    baseUrl: upstream.url,
    apiKey: null,
    model: "o",
    answerTokens: 9,
  });
  for (let time = 0; time < 2; time += 1) {
    const { deltas } = await model.generate({ messages: question, signal: AbortSignal.timeout(5000) });
    for await (const delta of deltas) expect(delta).toEqual({ type: "text", delta: "Yes." });
  }
  expect(upstream.asked).toHaveLength(3);
});

test.each([
  ["http://127.0.0.1:11434/v1", true],
  ["http://ollama:11434/v1", true],
  ["http://192.168.4.2/v1", true],
  ["http://[::1]:8080/v1", true],
  ["https://openrouter.ai/api/v1", false],
  ["http://172.32.0.1/v1", false],
])("knows whether %s is local", (baseUrl, isLocal) => {
  const egress = createEgress({ allowedOrigins: [baseUrl], log: createLog("silent") });
  expect(openaiCompatibleModel(egress, { baseUrl, apiKey: null, model: "m" }).isLocal).toBe(isLocal);
});

test("learns each model's style by itself", async () => {
  await using upstream = await openUpstreamModel((response, { model, messages }) => {
    const hasThoughts = messages.some((message) => "reasoning" in message);
    if (hasThoughts === (model === "needs")) return streamWords(response, ["Yes."]);
    const error = hasThoughts ? "property 'reasoning' is unsupported" : "Missing `reasoning` field";
    return response.writeHead(400).end(JSON.stringify({ error: { message: error } }));
  });
  const messages: PromptMessage[] = [
    ...question,
    {
      role: "assistant",
      content: "",
      toolCalls: [{ id: "a", name: "find", arguments: "{}" }],
      returned: { reasoning: "Hm" },
    },
    { role: "tool", toolCallId: "a", content: "ice" },
  ];
  const provider = modelAt(upstream);
  for (const model of ["needs", "refuses", "needs", "refuses"]) {
    const { deltas } = await provider.generate({ messages, model, signal: AbortSignal.timeout(5000) });
    for await (const delta of deltas) expect(delta).toEqual({ type: "text", delta: "Yes." });
  }
  expect(upstream.asked.map(({ model }) => model)).toEqual([
    "needs",
    "refuses",
    "refuses",
    "needs",
    "refuses",
  ]);
});
