import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lowestBrowsersInWords, newerFunctionsIn } from "../scripts/lowest-browsers.ts";

test("names the functions that the lowest browsers lack", () => {
  expect(newerFunctionsIn("Promise.try(f);[...a.union(b)];x.values().map(f)")).toEqual([
    "Promise.try",
    "iterator helpers",
    "Set methods",
  ]);
  expect(newerFunctionsIn("/(?i:Tea)/.test(t);URL.parse(t)")).toEqual([
    "modifiers in a regular expression",
    "URL.parse",
  ]);
});

test("accepts functions that all the lowest browsers have", () => {
  const script =
    "Promise.withResolvers();Object.values(a).map(f);Map.groupBy(a,f);/(?:a)(?<=b)/u;URL.canParse(t)";
  expect(newerFunctionsIn(script)).toEqual([]);
});

test("accepts a newer function that is used only where it exists", () => {
  expect(newerFunctionsIn("return`intersection`in e?e.intersection(t):f(e,t)")).toEqual([]);
});

test.each(["README.md", "src/web/index.html"])("%s: names the lowest browsers", (file) => {
  expect(readFileSync(join(import.meta.dirname, "..", file), "utf8")).toContain(lowestBrowsersInWords);
});
