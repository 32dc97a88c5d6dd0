import { prose } from "./prose.ts";
import { expect, test } from "vitest";
import type { Retrieved } from "./retrieved.ts";
import { searchAnswer } from "./search-answer.ts";

const asIs = (found: readonly Retrieved[]) => found;

test("words the answer as confidently as the search result", () => {
  expect(textsOf([hit("resource:a", { at: null, keywordShare: 0.9, cosine: 0.2 })])[0]).toBe(
    "One thing that fits.\n",
  );
  expect(
    textsOf([hit("resource:a", { keywordShare: 0.6 }), hit("resource:b", { keywordShare: 0.6 })])[0],
  ).toBe("Two things that could fit.\n");
  expect(textsOf([hit("resource:a", { at: null, keywordShare: 0, cosine: 0.56 })])[0]).toBe(
    "One thing that could fit.\n",
  );
  expect(textsOf([hit("resource:a", { at: null, keywordShare: 0.35, cosine: 0.52 })])[0]).toBe(
    "One thing that could fit.\n",
  );
  const unsure = textsOf([hit("resource:a", { at: null, keywordShare: 0, cosine: 0.35 })]);
  expect(unsure[0]).toBe("I am not sure. The nearest thing I have is:\n");
  expect(unsure.at(-1)).toMatch(/^\n\nIf.*I'm looking for/);
});

test("names an unknown thing before what is only similar in meaning", () => {
  const soup = hit("camp:soup", { keywordShare: 0, cosine: 0.6 });
  const presentation = { asked: "sushi", lead: () => prose`One`, order: asIs, arrange: asIs };
  expect(searchAnswer([soup], presentation).parts[0]?.text).toBe(
    "I know nothing called “sushi”. The nearest thing I have is:\n",
  );
});

test("lists one to three items close to the best and reports when none is close", () => {
  const hits = [0.9, 0.85, 0.8, 0.79, 0.3].map((score, index) =>
    hit(`resource:${index}`, { score, keywordShare: 0.7 }),
  );
  const { parts } = searchAnswer(hits);
  expect(parts.flatMap(({ items }) => items.map(({ source }) => source.sourceId))).toEqual([
    "resource:0",
    "resource:1",
    "resource:2",
  ]);
  expect(
    textsOf(hits)
      .join("\n")
      .match(/\[\^[^\]]+\]/g),
  ).toEqual(["[^resource:0]", "[^resource:1]", "[^resource:2]"]);
  expect(
    searchAnswer([hit("resource:a", { score: 1 }), hit("resource:b", { score: 0.7 })]).parts,
  ).toHaveLength(2);
  for (const nothing of [
    [],
    [hit("resource:a", { at: null, keywordShare: 0, cosine: 0.2 })],
    [hit("resource:a", { at: null, keywordShare: 0, cosine: null })],
  ]) {
    const {
      parts: [part, ...more],
      confidence,
    } = searchAnswer(nothing);
    expect(confidence).toBeNull();
    expect(part?.text).toMatch(/^I found nothing.*I'm looking for/);
    expect(more).toEqual([]);
  }
});

test("shows the user's own need as a reminder, not as a result", () => {
  const need = { ...hit("memory:1", { keywordShare: 1, score: 2 }), isNeed: true };
  expect(searchAnswer([need]).confidence).toBeNull();
  expect(textsOf([need]).join("")).toMatch(/^I found nothing.*You noted this already.*\[\^memory:1\]$/s);
  const found = textsOf([need, hit("resource:a", { keywordShare: 1 })]);
  expect(found[0]).toBe("One thing that fits.\n");
  expect(found.join("").match(/\[\^[^\]]+\]/g)).toEqual(["[^resource:a]", "[^memory:1]"]);
});

test("escapes other users' text: no link, picture, heading, citation or second line", () => {
  const [, item] = textsOf([
    {
      ...hit("resource:1", { keywordShare: 1 }),
      source: {
        ...hit("resource:1").source,
        title: "# **Free**\n[^camp:666]",
        place: "[here](javascript:x)",
        distanceM: 1234,
      },
      body: "![x](https://evil.example/?q) <img src=x> [a]: https://evil.example `code` https://a.b/c_d",
    },
  ]);
  expect(item?.trimStart()).toBe(
    String.raw`- **\# \*\*Free\*\* \[\^camp:666\]** (\[here\](javascript:x), 1.2 km away): “\!\[x\](https:\//evil.example/?q) \<img src=x\> \[a\]: https:\//evil.example \`code\` https:\//a.b/c\_d” [^resource:1]`,
  );
});

test("quotes a long text up to the end of a sentence or word", () => {
  const sentences = `${"Short one. ".repeat(12)}${"then words ".repeat(20)}`;
  expect(textsOf([{ ...hit("resource:a", { keywordShare: 1 }), body: sentences }])[1]).toMatch(
    /“(Short one\. ?)+” \[\^resource:a\]$/,
  );
  const words = "word ".repeat(80);
  expect(textsOf([{ ...hit("resource:a", { keywordShare: 1 }), body: words }])[1]).toMatch(
    / word …” \[\^resource:a\]$/,
  );
  expect(textsOf([{ ...hit("resource:a", { keywordShare: 1 }), body: "x".repeat(400) }])[1]).toContain(
    "xx …”",
  );
});

function textsOf(hits: Retrieved[]): string[] {
  return searchAnswer(hits).parts.map(({ text }) => text);
}

function hit(id: string, fit: Partial<Retrieved> = {}): Retrieved {
  return {
    source: {
      sourceId: id,
      kind: "resource",
      title: `Item ${id}`,
      place: null,
      distanceM: null,
      excerpt: "",
    },
    body: "A thing.",
    score: 1,
    at: null,
    keywordShare: 0.5,
    cosine: 0.4,
    ...fit,
  };
}
