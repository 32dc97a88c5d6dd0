import fc from "fast-check";
import { expect, test } from "vitest";
import { createStorableStream, parseStorable, storable, storableText } from "./storable-text.ts";

const hostile = fc
  .array(fc.constantFrom("\0", "\ud83c", "\udfd5", "\ufffd", "a", " ", "🏕", "\ufeff"), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("drops NUL and replaces lone surrogates", () => {
  expect(storableText("a\0b \ud83c c \udfd5 🏕")).toBe("ab \ufffd c \ufffd 🏕");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(storableText(text)).toBe(text.replaceAll("\0", ""));
    }),
    { seed: 20261101 },
  );
});

test("returns the same text for a stream as for the whole, wherever chunks split it", () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 6 }), (chunks) => {
      const stream = createStorableStream();
      const pieces = [...chunks.map((chunk) => stream.push(chunk)), stream.end()];
      expect(pieces.join("")).toBe(storableText(chunks.join("")));
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
    { seed: 20261102, numRuns: 1_000 },
  );
});

test("joins surrogates that arrive in two chunks", () => {
  const stream = createStorableStream();
  expect(stream.push("camp \ud83c")).toBe("camp ");
  expect(stream.push("\udfd5 along")).toBe("🏕 along");
  expect(stream.end()).toBe("");
});

test("replaces unstorable characters in all texts and field names of a JSON value", () => {
  const value = { "a\0": ["\ud83c", { b: "\0" }], n: 1, none: null, is: true };
  expect(storable(value)).toEqual({ a: ["\ufffd", { b: "" }], n: 1, none: null, is: true });
});

test("parses JSON with any escape of an unstorable character", () => {
  for (const json of [
    String.raw`{"text":"a\u0000b\uD83C"}`,
    String.raw`{"text":"a\u0000b\uDFD5"}`,
    '{"text":"ab\ud83c"}',
  ])
    expect(parseStorable(json)).toEqual({ text: "ab\ufffd" });
  expect(parseStorable(String.raw`["\\u0000","\ud83c\udfd5"]`)).toEqual([String.raw`\u0000`, "🏕"]);
  expect(() => parseStorable("{")).toThrow(SyntaxError);
});
