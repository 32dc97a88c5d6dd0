import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as lists from "../scripts/test-lists.ts";

const root = join(import.meta.dirname, "..");

test("finds every file that the lists of tests name", () => {
  // A pattern with braces is several: each must match, so that a moved file is not hidden behind another.
  const named = [lists.isolated, lists.long, lists.longestTests, lists.longestProofs]
    .concat([lists.gatePostgresTests, lists.gateProofs])
    .flat()
    .flatMap(alternatives);
  expect(named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});

test("isolates each test that replaces a module or uses the page's database", () => {
  const shared = new Set(globSync(lists.unitTests, { cwd: root }));
  for (const file of globSync([...lists.isolated, ...lists.long], { cwd: root })) shared.delete(file);
  const leavesState = (file: string) =>
    /vi\.(doM|m)ock\(|^import .*fake-indexeddb/m.test(readFileSync(join(root, file), "utf8"));
  expect([...shared].filter(leavesState)).toEqual([]);
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function alternatives(pattern: string): string[] {
  const [whole, inner] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  return inner.split(",").flatMap((each) => alternatives(pattern.replace(whole, each)));
}
