import fc from "fast-check";
import { expect, test } from "vitest";
import { type Linkable, linkMemories } from "./graph-links.ts";

const DAY = 86_400_000;

function linkables(texts: readonly string[]): Linkable[] {
  return texts.map((text, index) => ({ id: `m${index}`, text, at: index * DAY }));
}

test("links memories by rare words or by meaning, never by common words", () => {
  const texts = Array.from({ length: 12 }, (_, index) => `camp word${"abcdef"[index >> 1]}x`);
  const links = linkMemories(linkables(texts), []);
  expect(links).toHaveLength(6);
  expect(links.map(({ reason }) => reason)).toContain("both say: wordax");
  const near = [{ one: "m0", other: "m1", cosine: 0.7 }];
  const [link] = linkMemories(linkables(["A dusty night", "Sand after dark", "Pancakes"]), near);
  expect(link).toEqual({
    source: "m0",
    target: "m1",
    strength: 0.7,
    type: "related",
    reason: "near in meaning",
  });
});

test("returns the same links in any order, at most five of them suggested", () => {
  const word = fc.constantFrom("tarp", "shade", "tuba", "choir", "kite", "lamp", "sand", "bicycle");
  const texts = fc.array(
    fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(texts, fc.infiniteStream(fc.nat()), (words, keys) => {
      const memories = linkables(words);
      const shuffled = memories
        .map((memory) => ({ memory, key: keys.next().value }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ memory }) => memory);
      const links = linkMemories(memories, []);
      expect(linkMemories(shuffled, [])).toEqual(links);
      expect(links.every(({ reason, source, target }) => reason !== "" && source !== target)).toBe(true);
      expect(new Set(links.map(({ source, target }) => [source, target].toSorted().join())).size).toBe(
        links.length,
      );
      expect(links.filter(({ type }) => type === "suggested").length).toBeLessThanOrEqual(5);
      if (memories.length > 3) expect(links.length).toBeGreaterThanOrEqual(3);
    }),
  );
});

test("never links by words without meaning, however rare", () => {
  const texts = [
    "Nothing between the tents without a tarp",
    "Between us: without the tarp it leaks",
    "Pancakes",
  ];
  const [link] = linkMemories(linkables(texts), []);
  expect(link?.reason).toBe("both say: tarp");
  const apart = linkMemories(linkables(["Somebody should sing", "Somebody should sweep", "Pancakes"]), []);
  expect(apart.filter(({ type }) => type === "related")).toEqual([]);
});
