import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { datedTexts, markdownOf } from "./markdown-file.ts";

const none = { actionItems: [] as string[], doneItems: [] as string[] };
const fallback = "2024-08-30T09:15:00.000Z";
const NASTY = [
  "2024-08-27",
  "August 27, 2024",
  "# 2024-08-27",
  "## 2024-08-27 ##",
  "### 14:03 UTC · Title",
  "   # indented",
  "    # code",
  "\\# marked",
  "  \\\\# marked twice",
  "# Memories",
  "#### Action items",
  "- [ ] Buy ice",
  "===",
  "---",
  " --- ",
  "-",
  "\\---",
  "***",
  "title: Tea",
  "date: 2024-08-27",
  "```",
  "```js",
  "~~~~",
  "\\```",
  "\\",
  "C:\\temp",
  "text\r",
  "---\r",
  "  two blanks  ",
  "\ttab",
  "",
  "",
  "\u2028# line",
  "> # quote",
];

beforeEach(() => vi.stubEnv("TZ", "Europe/Berlin"));
afterEach(() => vi.unstubAllEnvs());

test("reads back the memories it exported, whatever their text", () => {
  const line = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NASTY) }, fc.string({ unit: "grapheme" }));
  const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n").trim());
  const title = fc
    .oneof(
      fc.constantFrom("C#", "a #", "a \\##", "#", "- dash", "10:30", "UTC: x", "2024-08-27"),
      fc.string(),
    )
    .map((words) => words.replaceAll(/[\r\n]/g, "").trim() || null);
  const item = fc.constantFrom("Buy ice", "# Call Ada", "[x] done", "---");
  const memory = fc.record({
    createdAt: fc
      .date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true })
      .map((time) => time.toISOString()),
    title: fc.oneof(fc.constant(null), title),
    content: text.filter((content) => content !== ""),
    actionItems: fc.uniqueArray(item, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(memory, { minLength: 1, maxLength: 5 }), (memories) => {
      const exported = memories.map((each) => ({
        ...each,
        analysis: { actionItems: each.actionItems, doneItems: each.actionItems.slice(0, 1) },
      }));
      const { entries: back } = datedTexts(markdownOf(exported), { fallback, isMarkdown: true });
      expect(back).toEqual(
        exported.map(({ analysis, createdAt, title: name, content }) => ({
          ...analysis,
          createdAt,
          day: createdAt.slice(0, 10),
          title: name,
          content,
        })),
      );
    }),
    { seed: 11, numRuns: 2_000 },
  );
});

test("writes an action item on one line", () => {
  const analysis = { actionItems: ["Buy\nice", "Tea"], doneItems: ["Tea"] };
  const text = markdownOf([{ createdAt: fallback, title: "A\r\nB", content: "x", analysis }]);
  expect(datedTexts(text, { fallback, isMarkdown: true }).entries).toMatchObject([
    { title: "A B", actionItems: ["Buy ice", "Tea"], doneItems: ["Tea"] },
  ]);
});

test("leaves a list with anything but action items in the text", () => {
  const list = "Plans\n\n#### Action items\n\n- [ ] Ice\n- Water";
  expect(datedTexts(list, { fallback, isMarkdown: true }).entries).toMatchObject([
    { content: list, ...none },
  ]);
});

test("starts no memory inside a fence or at a date that is no heading", () => {
  const text = [
    "Before.",
    "",
    "```",
    "# 2024-08-26",
    "\\# stays",
    "```",
    "",
    "2024-08-27",
    "----------",
    "",
    "First.",
    "2024-08-20",
    "---",
    "",
    "~~~ js",
    "## 2024-08-21",
    "```",
    "~~~~",
    "",
    " ## 2024-08-28 ##",
    "Second.",
    "",
    "2024-08-22",
  ].join("\n");
  expect(
    datedTexts(text, { fallback, isMarkdown: true }).entries.map(({ day, content }) => [day, content]),
  ).toEqual([
    [null, "Before.\n\n```\n# 2024-08-26\n\\# stays\n```"],
    ["2024-08-27", "First.\n2024-08-20\n---\n\n~~~ js\n## 2024-08-21\n```\n~~~~"],
    ["2024-08-28", "Second.\n\n2024-08-22"],
  ]);
});

test("reads only key lines as front matter and loses no other heading", () => {
  const texts: [string, string | null, string][] = [
    ["---\nWe came.\n---\nWe left.", null, "---\nWe came.\n---\nWe left."],
    ['---\ntags:\n  - a\n- b\nTitle: "Tea: green"\n...\n# Cups\nHot.', "Tea: green", "# Cups\nHot."],
    ["# One\n# Two\nText.", "One", "# Two\nText."],
    ["One\n===\n\nText.\r", "One", "Text."],
    ["---\ntitle: open", null, "---\ntitle: open"],
  ];
  for (const [text, title, content] of texts)
    expect(datedTexts(text, { fallback, isMarkdown: true }).entries).toMatchObject([
      { createdAt: fallback, title, content },
    ]);
});

test("names the fields of the front matter that it ignores", () => {
  const text =
    "---\ntitle: Tea\ntags: [bike, moon]\nlocation:\n  - Esplanade\nempty:\naliases: []\n---\nText.";
  expect(datedTexts(text, { fallback, isMarkdown: true }).unread).toEqual(["tags", "location", "aliases"]);
  expect(datedTexts("tags: [bike]\n\nText.", { fallback, isMarkdown: true }).unread).toEqual([]);
});
