import { expect, test } from "vitest";
import { joinWords } from "./shared.ts";

test("text that an app shares twice is stored once", () => {
  const link = "https://example.org/tea";
  expect(joinWords(["Tea house", `Tea house, open late ${link}`, link])).toBe(`Tea house, open late ${link}`);
  expect(joinWords(["Tea", "Tea"])).toBe("Tea");
  expect(joinWords([" A title ", "", link])).toBe(`A title\n${link}`);
  expect(joinWords(["x".repeat(9000)])).toHaveLength(8000);
  expect(joinWords([])).toBe("");
});
