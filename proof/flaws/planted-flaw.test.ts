import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plant } from "./planted-flaw.ts";
import { plantedFlaws } from "./planted-flaws.ts";

const root = join(import.meta.dirname, "../..");

test("each flaw fits the code in one place, and has a name of its own", () => {
  for (const flaw of plantedFlaws) {
    const source = readFileSync(join(root, flaw.file), "utf8");
    expect(plant(flaw, source), flaw.name).not.toBe(source);
  }
  expect(new Set(plantedFlaws.map(({ name }) => name)).size).toBe(plantedFlaws.length);
});

test("a flaw that fits nowhere, or in two places, is refused", () => {
  expect(() => plant({ name: "none", find: "no such words", replace: "" }, "a source")).toThrow("0 places");
  expect(() => plant({ name: "many", find: "a", replace: "" }, "a banana a day")).toThrow("2 places");
});

test("a flaw fits a call whose lines were broken", () => {
  const source = "before();\ncheck(\n  user,\n  [one, two],\n);\nafter();\n";
  expect(plant({ name: "unchecked", find: "check(user, [one, two]);", replace: "" }, source)).toBe(
    "before();\n\nafter();\n",
  );
});
