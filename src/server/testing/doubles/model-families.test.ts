import { expect, test } from "vitest";
import { piecesOf } from "./family-frames.ts";
import { modelFamilies, plainOpenAi } from "./model-families.ts";
import type { UpstreamRequest } from "./upstream-model.ts";

const system = { role: "system", content: "You are Looby." };
const user = { role: "user", content: "Who has a ladder?" };
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "{}" });
const called = (more: object, id = "D681Pev0s", content = "Let me look.") => ({
  role: "assistant",
  content,
  tool_calls: [{ id, type: "function", ...more }],
});
const signed = (thought_signature: string) => called({ extra_content: { google: { thought_signature } } });

test.for(modelFamilies)("$name accepts a question, and an answer before it", ({ refuses }) => {
  expect(refuses(asked([system, user]))).toBeNull();
  expect(refuses(asked([system, user, { role: "assistant", content: "Moth & Candle." }, user]))).toBeNull();
});

test.for<[family: string, messages: UpstreamRequest["messages"], message: string]>([
  ["DeepSeek API, thinking", [user, called({}), result("D681Pev0s")], "Missing `reasoning_content` field"],
  ["Gemini by Google", [user, called({}), result("D681Pev0s")], "missing a thought_signature"],
  ["Gemini by Google", [user, signed("another"), result("D681Pev0s")], "missing a thought_signature"],
  ["Gemini by OpenRouter", [user, called({}), result("D681Pev0s")], "Provider returned error"],
  [
    "gpt-oss by Groq, namespace before the tool's name",
    [user, Object.assign(called({}), { reasoning_content: "Hm" }), result("D681Pev0s")],
    "'messages.1' : property 'reasoning_content' is unsupported",
  ],
  ["Mistral by its API, thinking", [user, called({}, "call_1"), result("call_1")], "with a length of 9"],
  [
    "Mistral by its API, thinking",
    [user, called({}), result("D681Pev0s"), user],
    "Unexpected role 'user' after role 'tool'",
  ],
  ["Mistral without a tool parser", [user, called({}, "call_1"), result("call_1")], "with length 9!"],
  ["strict template in llama-server", [system, user, user], "roles must alternate"],
  ["strict template in vLLM", [system, system, user], "roles must alternate"],
  ["server that refuses empty content", [user, called({}, "D681Pev0s", "")], "must be non-empty"],
])("%s refuses %j", ([name, messages, message]) => {
  const family = modelFamilies.find((each) => each.name === name);
  expect(family?.refuses(asked(messages))?.message).toContain(message);
  expect(plainOpenAi.refuses(asked(messages))).toBeNull();
});

test("gives every family a name of its own", () => {
  expect(new Set(modelFamilies.map(({ name }) => name)).size).toBe(modelFamilies.length);
});

test.each(["Yes.", "So –\n\n😀 ".repeat(300)])("loses no character when it cuts a text (%#)", (text) => {
  const pieces = piecesOf(text);
  expect(pieces.join("")).toBe(text);
  expect(Math.max(...pieces.map((piece) => Array.from(piece).length))).toBeLessThanOrEqual(90);
});

function asked(messages: UpstreamRequest["messages"]): UpstreamRequest {
  return { model: "test", messages };
}
