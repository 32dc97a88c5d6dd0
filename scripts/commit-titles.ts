import { spawnSync } from "node:child_process";
import { awkwardCommitTitle } from "./plain-english.ts";

// Checks the titles of the commits that main does not have yet.

const [main] = ["main", "origin/main"].filter((name) => git("rev-parse", "--verify", "--quiet", name) !== "");
// A checkout of a single commit has nothing to compare with.
if (main === undefined) console.log("no branch main: the titles are not checked");
const titles = main === undefined ? "" : git("log", "--no-merges", "--format=%s", `${main}..HEAD`);
const problems = titles
  .split("\n")
  .filter(Boolean)
  .map(awkwardCommitTitle)
  .filter((problem) => problem !== null);
for (const problem of problems) console.log(`- commit title: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function git(...args: string[]): string {
  return spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
}
