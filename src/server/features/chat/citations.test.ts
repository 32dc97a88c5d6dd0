import fc from "fast-check";
import { expect, test } from "vitest";
import { createCitationFilter } from "./citations.ts";

const retrieved = new Set(["camp:12", "resource:0190-ab"]);

test.each([
  ["Ask Nova [^camp:12].", "Ask Nova [^camp:12].", ["camp:12"]],
  ["Ask Nova [^camp:13].", "Ask Nova.", []],
  [
    "Both [^camp:12][^camp:99] [^resource:0190-ab]",
    "Both [^camp:12] [^resource:0190-ab]",
    ["camp:12", "resource:0190-ab"],
  ],
  ["A footnote[^1] and [^22].", "A footnote and.", []],
  ["`[^a-z]` and a[^2]+ and [^", "`[^a-z]` and a+ and [^", []],
  ["nested [^cam[^x:1]p:2] stays apart", "nested [^cam p:2] stays apart", []],
  ["nested [[^x:1]^camp:99]", "nested [ ^camp:99]", []],
  ["[link](https://a.b) [x]", "[link](https://a.b) [x]", []],
  [`[^x:${"y".repeat(158)}]`, "", []],
])("removes citations of unknown items: %s", (given, expected, cited) => {
  const filter = createCitationFilter(retrieved);
  const checked = [filter.push(given), filter.end()];
  expect(checked.map(({ text }) => text).join("")).toBe(expected);
  expect(checked.flatMap((piece) => piece.cited)).toEqual(cited);
});

const piece = fc.oneof(
  fc.constantFrom(
    "[^camp:12]",
    "[^camp:13]",
    "[^",
    "[",
    "^",
    "]",
    " ",
    "camp:12",
    "x:",
    "[^1]",
    "\n",
    "[^x:1]",
    "é🐪",
  ),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("cites only retrieved items, wherever the text is cut into chunks", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), (given, cuts) => {
      const whole = run([given]);
      expect(run(cut(given, cuts))).toEqual(whole);
      const marks = [...whole.text.matchAll(/\[\^([^\s[\]]{1,160})\]/g)].map(([, id = ""]) => id);
      const citations = marks.filter((id) => /^(?:[^:]+:.+|\d{1,4})$/.test(id));
      expect(citations.filter((id) => !retrieved.has(id))).toEqual([]);
      // Only marks and single spaces are ever removed.
      expect(letters(given.replaceAll(/\[\^[^\s[\]]*\]/g, ""))).toBe(
        letters(whole.text.replaceAll(/\[\^[^\s[\]]*\]/g, "")),
      );
    }),
    { seed: 20_260_830, numRuns: 3000 },
  );
});

function run(chunks: string[]) {
  const filter = createCitationFilter(retrieved);
  const pieces = [...chunks.map((chunk) => filter.push(chunk)), filter.end()];
  return { text: pieces.map((p) => p.text).join(""), cited: pieces.flatMap((p) => p.cited) };
}

function cut(given: string, cuts: number[]): string[] {
  const places = [0, ...cuts.map((place) => Math.min(place, given.length)), given.length].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => given.slice(places[index], end));
}

function letters(given: string): string {
  return given.replaceAll(/[^\p{L}\p{N}]/gu, "");
}
