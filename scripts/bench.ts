import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";

// `npm run bench [name ...]` runs every benchmark in bench/, or the named ones, one after the other. Each prints its figures beside a rival
// measured in the same run, and fails when its gate is missed.
const folder = join(import.meta.dirname, "../bench");
const wanted = process.argv.slice(2);
const missed: string[] = [];
for (const file of readdirSync(folder).filter((name) => /\.bench\.tsx?$/.test(name))) {
  const name = file.replace(/\.bench\.tsx?$/, "");
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n## ${name}`);
  const { status } = spawnSync(process.execPath, [join(folder, file)], {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM: ensureChromium() },
  });
  if (status !== 0) missed.push(name);
}
if (missed.length > 0) {
  console.error(`\nGates missed: ${missed.join(", ")}`);
  process.exit(1);
}
