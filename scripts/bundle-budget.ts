import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newerFunctionsInBuild } from "./lowest-browsers.ts";
import { FIRST_PAINT_KB, FONTS_KB, PART_KB, totalBytes, weighBundle, WORKER_KB } from "./bundle-weight.ts";

// Measures the built page and fails when it is too large for a camp's Wi-Fi, or needs newer browsers than the lowest. Run after `npm run build`: node scripts/bundle-budget.ts

const dist = join(import.meta.dirname, "../dist");
const { firstPaint, parts, workers, fonts } = weighBundle(dist);
const failures: string[] = [];

report("first paint", totalBytes(firstPaint), FIRST_PAINT_KB);
for (const { name, bytes } of firstPaint) console.log(`    ${kilobytes(bytes)}  ${name}`);
for (const { name, bytes } of parts) report(name, bytes, PART_KB);
for (const { name, bytes } of workers) report(`worker ${name}`, bytes, WORKER_KB);
report("fonts", totalBytes(fonts), FONTS_KB);

const popupCode = firstPaint.filter(({ name }) =>
  readFileSync(join(dist, name), "utf8").includes("data-base-ui-"),
);
if (popupCode.length > 0) {
  const names = popupCode.map(({ name }) => name).join(", ");
  failures.push(`Base UI is in the first paint: ${names}. Load it with lazy().`);
}

failures.push(...newerFunctionsInBuild(dist));

for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(name: string, bytes: number, limitKb: number): void {
  const isHeavy = bytes > limitKb * 1000;
  console.log(`${isHeavy ? "FAIL" : "ok  "} ${kilobytes(bytes)} of ${limitKb} kB  ${name}`);
  if (isHeavy) failures.push(`${name} weighs ${kilobytes(bytes)}, its budget is ${limitKb} kB.`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}
