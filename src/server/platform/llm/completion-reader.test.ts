import { expect, test } from "vitest";
import { CompletionReader } from "./completion-reader.ts";
import { type ModelDelta, ModelError, type ToolCall } from "./language-model.ts";

const delta = (fields: object, reason: string | null = null) =>
  JSON.stringify({ choices: [{ delta: fields, finish_reason: reason }] });
const data = (...events: string[]) => events.map((event) => `data: ${event}\n\n`).join("");

test.each<[name: string, body: string, text: string]>([
  [
    "keepalive words, cost events and blanks",
    `: OPENROUTER PROCESSING\n\ndata:\n\n${data("null", "[]", "ping", '{"cost":0.01}', "", delta({ content: "Hi" }), '{"usage":{}}')}event: end\ndata: {}\n\ndata: [DONE]\n\n`,
    "Hi",
  ],
  ["an end without [DONE]", data(delta({ content: "Hi" }), delta({}, "stop")), "Hi"],
  ["one JSON document", '{\n  "choices": [\n    {"message": {"content": "Hi"}}\n  ]\n}\n', "Hi"],
  ["a message in an event", data('{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}'), "Hi"],
  ["text in an event", data('{"choices":[{"text":"Hi"}]}', "[DONE]"), "Hi"],
  ["lines without data:", `${delta({ content: "H" })}\n${delta({ content: "i" }, "stop")}\n`, "Hi"],
  [
    "Ollama's own format",
    '{"model":"q","message":{"content":"Hi"},"done":false}\n{"message":{"content":""},"done":true,"done_reason":"stop"}\n',
    "Hi",
  ],
  ["an endless blank tail", data(...Array.from({ length: 300 }, () => delta({ content: " \n\n\n" }))), ""],
])("reads %s, cut at every byte", (_, body, text) => {
  for (const pieces of [[body], body.split("")]) {
    const read = readAll(pieces);
    expect(read.failure).toBeNull();
    expect(read.text.trim()).toBe(text);
  }
});

test.each<[name: string, body: string, code: string, message: RegExp]>([
  ["only words that are no chunk", "data: ping\n\ndata: pong\n\n", "garbled", /could not be read/],
  ["a sign-in page", "<!doctype html>\n<title>Camp Wi-Fi</title>", "unavailable", /sign-in page/],
  [
    "an error with status 200",
    '{"error":{"message":"No GPU is free.","code":503}}',
    "unavailable",
    /: "No GPU is free"\./,
  ],
  ["an error as text", '{"error":"model is loading"}', "unavailable", /: "model is loading"\./],
  [
    "Google's list",
    '[{"error":{"code":429,"message":"Quota is used up. See https://x.y"}}]',
    "rate-limited",
    /has too much to do\. /,
  ],
  [
    "vLLM's error",
    '{"object":"error","message":"prompt is too long","code":400}',
    "too-long",
    /new conversation/,
  ],
  [
    "a content filter",
    data(delta({ content: "So" }), delta({}, "content_filter")),
    "refused",
    /content filter/,
  ],
  ["a limit in other words", data(delta({ content: "So" }), delta({}, "MAX_TOKENS")), "garbled", /cut here/],
  [
    "a limit in one document",
    '{"choices":[{"message":\n{"content":"So"},"finish_reason":"length"}]}',
    "garbled",
    /cut here/,
  ],
  ["a fault as the reason", data(delta({ content: "So" }), delta({}, "error")), "unavailable", /broke off/],
  [
    "a gateway's fault",
    '{"message":"Too many requests","code":429}',
    "rate-limited",
    /too much to do: "Too many/,
  ],
  ["an error that names a host", '{"error":"dial tcp 10.0.0.5:80"}', "unavailable", /not reachable\. /],
  [
    "an error that repeats the question",
    `{"error":"Invalid value 'Olga, tent 7'"}`,
    "unavailable",
    /not reachable\. /,
  ],
  ["a break", data(delta({ content: "So" })), "unavailable", /broke off/],
])("names %s", (_, body, code, message) => {
  for (const pieces of [[body], body.split("")]) {
    const { failure } = readAll(pieces);
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(message);
  }
});

const piece = (fields: object) => delta({ tool_calls: [fields] });
const called = (name: string, json: string, more: object = {}) =>
  piece({ ...more, function: { name, arguments: json } });

test.each<[name: string, events: string[], calls: [string, string][]]>([
  [
    "one index and no ids",
    [called("find", '{"what":"a"}', { index: 0 }), called("my", '{"which":"plan"}', { index: 0 })],
    [
      ["find", '{"what":"a"}'],
      ["my", '{"which":"plan"}'],
    ],
  ],
  [
    "one index and the same name",
    [called("find", '{"what":"a"}', { index: 0 }), called("find", '{"what":"b"}', { index: 0 })],
    [
      ["find", '{"what":"a"}'],
      ["find", '{"what":"b"}'],
    ],
  ],
  [
    "a piece behind a whole object",
    [
      called("find", '{"what":', { index: 0 }),
      piece({ function: { arguments: '"a"}' } }),
      piece({ function: { arguments: '{"what":"b"}' } }),
    ],
    [
      ["find", '{"what":"a"}'],
      ["find", '{"what":"b"}'],
    ],
  ],
  [
    "all arguments so far in each piece",
    ['{"wh', '{"what":"a', '{"what":"a"}'].map((json) => called("find", json, { index: 0, id: "x" })),
    [["find", '{"what":"a"}']],
  ],
  [
    "a new id in each piece",
    [
      called("find", "", { index: 0, id: "a" }),
      piece({ index: 0, id: "b", function: { arguments: '{"what":' } }),
      piece({ index: 0, id: "c", function: { arguments: '"a"}' } }),
    ],
    [["find", '{"what":"a"}']],
  ],
  [
    "an empty object before its arguments",
    [
      called("find", "{}", { index: 0, id: "a" }),
      piece({ index: 0, function: { arguments: '{"what":"a"}' } }),
    ],
    [["find", '{"what":"a"}']],
  ],
  [
    "its name in each piece",
    [called("find", '{"what"', { index: 0 }), called("find", ':"a"}', { index: 0 })],
    [["find", '{"what":"a"}']],
  ],
])("keeps calls apart with %s", (_, events, calls) => {
  const read = readAll([data(...events, delta({}, "tool_calls"))]);
  expect(read.calls.map(({ name, arguments: json }) => [name, json])).toEqual(calls);
  expect(new Set(read.calls.map(({ id }) => id)).size).toBe(calls.length);
});

test("returns a call's other fields and the round's reasoning under its own names", () => {
  const google = { google: { thought_signature: "abc" } };
  const details = (fields: object) => ({
    reasoning_details: [{ type: "reasoning.text", index: 0, ...fields }],
  });
  const read = readAll([
    data(
      delta({ reasoning_content: "Where " }),
      delta({ reasoning_content: "is it?", ...details({ text: "Where ", signature: null }) }),
      delta(details({ text: "is it?", signature: "s" })),
      piece({ index: 0, id: "a", extra_content: google, function: { name: "find", arguments: "{}" } }),
      delta({}, "tool_calls"),
    ),
  ]);
  expect(read.calls).toEqual([{ id: "a", name: "find", arguments: "{}", more: { extra_content: google } }]);
  expect(read.returned).toEqual({
    reasoning_content: "Where is it?",
    ...details({ text: "Where is it?", signature: "s" }),
  });
});

function readAll(pieces: readonly string[]) {
  const reader = new CompletionReader("test");
  let text = "";
  let ending: ReturnType<CompletionReader["read"]>["ending"] = null;
  const last = pieces.length - 1;
  for (const [at, part] of pieces.entries()) {
    if (ending !== null) break;
    const group = at === last ? reader.end(part) : reader.read(part);
    ending = group.ending;
    for (const words of group.deltas) if (words.type === "text") text += words.delta;
  }
  const deltas: ModelDelta[] = ending === "done" ? [...reader.finalDeltas()] : [];
  const calls: ToolCall[] = deltas.flatMap((each) => (each.type === "tool-call" ? [each.call] : []));
  const returned = deltas.find((each) => each.type === "returned")?.fields;
  return { text, calls, returned, failure: ending instanceof ModelError ? ending.failure : null };
}
