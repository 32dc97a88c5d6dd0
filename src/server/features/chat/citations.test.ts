import fc from "fast-check";
import { expect, test } from "vitest";
import { createCitationFilter, namesTitle } from "./citations.ts";

const retrieved = new Set(["camp:12", "resource:0190-ab"]);
const citable = {
  ids: retrieved,
  nth: (number: number) => [...retrieved][number - 1] ?? null,
  titleOf: (id: string) => (id === "camp:12" ? "Camp Nova" : "Ladders, 4 m"),
};

test.each([
  ["Ask Nova [^camp:12].", "Ask Nova [^camp:12].", ["camp:12"]],
  ["Ask Nova [^camp:13].", "Ask Nova.", []],
  [
    "Both [^camp:12][^camp:99] [^resource:0190-ab]",
    "Both [^camp:12] [^resource:0190-ab]",
    ["camp:12", "resource:0190-ab"],
  ],
  ["A footnote[^7] and [^22].", "A footnote and.", []],
  ["`[^a-z]` and a[^4]+ and [^", "`[^a-z]` and a+ and [^", []],
  ["nested [^cam[^x:1]p:2] stays apart", "nested [^cam p:2] stays apart", []],
  ["nested [[^x:1]^camp:99]", "nested [ ^camp:99]", []],
  ["[link](https://a.b) [x]", "[link](https://a.b) [x]", []],
  [`[^x:${"y".repeat(158)}]`, "", []],
])("removes citations of unknown items: %s", (written, expected, cited) => {
  const filter = createCitationFilter(citable);
  const checked = [filter.push(written), filter.end()];
  expect(checked.map(({ text }) => text).join("")).toBe(expected);
  expect(checked.flatMap((piece) => piece.cited)).toEqual(cited);
});

test.each([
  ["a number", "Ask Nova [1].", "Ask Nova [^camp:12].", ["camp:12"]],
  ["a footnote's number", "Ask Nova[^2].", "Ask Nova[^resource:0190-ab].", ["resource:0190-ab"]],
  [
    "several numbers",
    "Both [1, 2] and [1][2]",
    "Both [^camp:12][^resource:0190-ab] and [^camp:12][^resource:0190-ab]",
    ["camp:12", "resource:0190-ab", "camp:12", "resource:0190-ab"],
  ],
  ["a number in brackets", "Ask Nova (1), then rest.", "Ask Nova [^camp:12], then rest.", ["camp:12"]],
  ["a number in OpenAI's brackets", "Ask Nova【1†source】", "Ask Nova[^camp:12]", ["camp:12"]],
  ["an id without a caret", "Ask Nova [camp:12]", "Ask Nova [^camp:12]", ["camp:12"]],
  ["a number of no item", "Ask Nova [7] (8).", "Ask Nova [7] (8).", []],
  ["a numbered list", "(1) Ask Nova\n(2) Rest", "(1) Ask Nova\n(2) Rest", []],
  ["an amount at the end", "Bring lamps (2).\n- Ropes (1)", "Bring lamps (2).\n- Ropes (1)", []],
  [
    "a number behind the thing",
    "A ladder is there (2).",
    "A ladder is there [^resource:0190-ab].",
    ["resource:0190-ab"],
  ],
  ["an amount", "3 ladders (1) free and costs (2) beers", "3 ladders (1) free and costs (2) beers", []],
  ["code", "`a[1]`\n```\nb[1]\n```", "`a[1]`\n```\nb[1]\n```", []],
  ["a link", "[1](https://a.b) [1]: x f(1)(2)x", "[1](https://a.b) [1]: x f(1)(2)x", []],
])("reads a citation by %s", (_, written, expected, cited) => {
  for (const chunks of [[written], written.split("")]) {
    const checked = run(chunks);
    expect(checked).toEqual({ text: expected, cited });
  }
});

test.each([
  ["Telescopic ladder, 4 m", "take the telescopic ladder (4 m)", true],
  ["Folding ladder", "Take the Folding ladder.", true],
  ["First aid", "There is first aid.", false],
  ["Shade", "Sit in the **Shade**", true],
  ["Shade", "Shade is there", false],
  ["", "Nothing", false],
])("judges whether an item %j is named in %j", (title, text, isNamed) => {
  expect(namesTitle(text, title)).toBe(isNamed);
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
    "[2]",
    "(1)",
    "1",
    ", ",
    ")",
    "\n",
    "[^x:1]",
    "é🐪",
  ),
  fc.string({ maxLength: 6 }),
);
const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("cites only retrieved items, wherever the text is cut into chunks", () => {
  fc.assert(
    fc.property(markdown, fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), (text, cuts) => {
      const whole = run([text]);
      expect(run(cut(text, cuts))).toEqual(whole);
      const marks = [...whole.text.matchAll(/\[\^([^\s[\]]{1,160})\]/g)].map(([, id = ""]) => id);
      const citations = marks.filter((id) => /^(?:[^:]+:.+|\d{1,4})$/.test(id));
      expect(citations.filter((id) => !retrieved.has(id))).toEqual([]);
      // Only marks and single spaces are ever removed.
      expect(letters(text.replaceAll(/\[\^?[^\s[\]]*\]/g, ""))).toBe(
        letters(whole.text.replaceAll(/\[\^?[^\s[\]]*\]/g, "")),
      );
    }),
    { seed: 20_260_830, numRuns: 3000 },
  );
});

function run(chunks: string[]) {
  const filter = createCitationFilter(citable);
  const pieces = [...chunks.map((chunk) => filter.push(chunk)), filter.end()];
  return { text: pieces.map((p) => p.text).join(""), cited: pieces.flatMap((p) => p.cited) };
}

function cut(markdown: string, cuts: number[]): string[] {
  const places = [0, ...cuts.map((place) => Math.min(place, markdown.length)), markdown.length].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => markdown.slice(places[index], end));
}

function letters(markdown: string): string {
  return markdown.replaceAll(/camp:12|[^\p{L}]/gu, "");
}
