import { expect, test } from "vitest";
import { parseCompletionChunk, type Words } from "./completion-chunk.ts";

const text = (delta: string): Words => ({ type: "text", delta });
const thought = (delta: string): Words => ({ type: "reasoning", delta });

test.for<[name: string, delta: unknown, words: Words[]]>([
  ["text", { content: "Hi" }, [text("Hi")]],
  [
    "a list of text parts",
    {
      content: [
        { type: "text", text: "H" },
        { type: "text", text: "i" },
      ],
    },
    [text("H"), text("i")],
  ],
  ["one part that is not in a list", { content: { type: "text", text: "Hi" } }, [text("Hi")]],
  ["strings in a list", { content: ["H", "i"] }, [text("H"), text("i")]],
  [
    "thinking with its own list, then text",
    {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
        { type: "text", text: "Hi" },
      ],
    },
    [thought("Hm"), text("Hi")],
  ],
  [
    "thinking as a string",
    { content: [{ type: "thinking", thinking: "Hm", signature: "x" }] },
    [thought("Hm")],
  ],
  ["a reasoning part", { content: [{ type: "reasoning", text: "Hm" }] }, [thought("Hm")]],
  ["thinking beside the content", { thinking: "Hm", content: "Hi" }, [thought("Hm"), text("Hi")]],
  [
    "an empty reasoning field beside a filled one",
    { reasoning: "", reasoning_content: "Hm" },
    [thought("Hm")],
  ],
  ["reasoning in both fields", { reasoning: "Hm", reasoning_content: "Hm" }, [thought("Hm")]],
  [
    "only reasoning details",
    {
      content: "",
      reasoning_details: [
        { type: "reasoning.summary", summary: "Hm" },
        { type: "reasoning.text", text: "m" },
        { type: "reasoning.encrypted", data: "abc" },
      ],
    },
    [thought("Hm"), thought("m")],
  ],
  [
    "reasoning and its details",
    { reasoning: "Hm", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] },
    [thought("Hm")],
  ],
  [
    "reasoning details beside the content",
    { content: "Hi", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] },
    [thought("Hm"), text("Hi")],
  ],
  ["a refusal", { content: null, refusal: "I cannot." }, [text("I cannot.")]],
  ["a refusal as a part", { content: [{ type: "refusal", refusal: "No." }] }, [text("No.")]],
  ["parts without words", { content: [{ type: "image_url", image_url: {} }, { type: "text" }, null, 7] }, []],
  ["content that is none", { content: 7, reasoning: true }, []],
])("reads %s", ([, delta, words]) => {
  expect(parseCompletionChunk(JSON.stringify({ choices: [{ delta }] }))?.deltas).toEqual(words);
});

test("bounds the model name that a provider gives", () => {
  const nameOf = (model: string) => parseCompletionChunk(JSON.stringify({ model }))?.model;
  expect(nameOf("deepseek/deepseek-chat")).toBe("deepseek/deepseek-chat");
  expect(nameOf("m".repeat(300_000))).toBe(`${"m".repeat(199)}…`);
  expect(nameOf("a\0b")).toBe("ab");
});
