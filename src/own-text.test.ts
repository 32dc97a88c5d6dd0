import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("text with a person's own line breaks takes each line's direction from its words", () => {
  const rules = globSync("src/web/**/*.css").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/[^{}]*\{[^{}]*white-space: pre-(?:wrap|line)[^{}]*\}/g)].map(
      ([rule]) => `${path}: ${rule.trim()}`,
    ),
  );
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((rule) => !rule.includes("unicode-bidi: plaintext"))).toEqual([]);
});

test("no style names the left or the right side of a text", () => {
  const sided = globSync("src/web/**/*.css").filter((path) =>
    /(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)\b/.test(
      readFileSync(path, "utf8"),
    ),
  );
  expect(sided).toEqual([]);
});
