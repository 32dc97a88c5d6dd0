import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plant, plantedFlaws } from "./planted-flaws.ts";

test("each flaw fits the code in one place", () => {
  for (const flaw of plantedFlaws) {
    const source = readFileSync(join(import.meta.dirname, "../..", flaw.file), "utf8");
    expect(plant(flaw, source), flaw.name).not.toBe(source);
  }
});
