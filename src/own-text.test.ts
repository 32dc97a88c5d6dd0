import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("sets the direction of each line of user text by its words", () => {
  const rules = globSync("src/web/**/*.css").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/[^{}]*\{[^{}]*white-space: pre-(?:wrap|line)[^{}]*\}/g)].map(
      ([rule]) => `${path}: ${rule.trim()}`,
    ),
  );
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((rule) => !rule.includes("unicode-bidi: plaintext"))).toEqual([]);
});

test("uses logical text alignment in every style", () => {
  const sided = globSync("src/web/**/*.css").filter((path) =>
    /(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)\b/.test(
      readFileSync(path, "utf8"),
    ),
  );
  expect(sided).toEqual([]);
});
