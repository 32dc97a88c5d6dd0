import { readFileSync } from "node:fs";
import { join } from "node:path";

// Which licences may come in, and under which conditions. Fails when another is in a lock file: node scripts/licences.ts

/** Permissive, or asking for changes to its own files only (MPL-2.0), or for its fonts and data to be named (OFL, CC-BY). */
const fine = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);

interface Exception {
  /** What the package itself says; empty for nothing. */
  says: string;
  because: string;
  /** Nothing of it may come into what is shipped. */
  isTool?: true;
}

const ownFile = "a library in a file of its own, unchanged, that anybody may replace";
const testsStorage = {
  says: "",
  because: "MIT; only s3rver, the tests' storage, needs it",
  isTool: true,
} as const;

/** By the name, or by its beginning and a star. */
const exceptions: Readonly<Record<string, Exception>> = {
  "@img/sharp-libvips-*": { says: "LGPL-3.0-or-later", because: ownFile },
  "@img/sharp-wasm32": { says: "Apache-2.0 AND LGPL-3.0-or-later AND MIT", because: ownFile },
  "@img/sharp-win32-*": { says: "Apache-2.0 AND LGPL-3.0-or-later", because: ownFile },
  "libav.js": { says: "LGPL-2.1", because: `${ownFile}; its sources are in the package` },
  "@jitsi/rnnoise-wasm": { says: "", because: "Apache-2.0 by the licence file in it" },
  busboy: testsStorage,
  dicer: testsStorage,
  streamsearch: testsStorage,
  "humanize-number": testsStorage,
  only: testsStorage,
  "urlsafe-base64": { says: "", because: "MIT; only the tests' push service needs it", isTool: true },
};

/** What says something else than it holds: no licence of such a package counts. */
const untrue: Readonly<Record<string, string>> = {
  "@napi-rs/webcodecs*": "says MIT, and has x264 and x265 (GPL) in its binary",
  "@ohrstrom/faad2-wasm": "says LGPL, and is FAAD2 (GPL)",
  "mpg123-decoder": "says MIT, and is mpg123 (LGPL) without its sources",
};

export interface LockFile {
  packages: Readonly<Record<string, { license?: string; dev?: boolean; hasInstallScript?: boolean }>>;
}

/** A sentence for each package whose licence is not accepted, and for each exception nothing needs any more. */
export function licenceProblems({ packages }: LockFile): string[] {
  const used = new Set<string>();
  const problems = Object.entries(packages).flatMap(([path, { license = "", dev = false }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (name === "") return [];
    const lie = match(untrue, name);
    if (lie !== null) return [`${name} ${untrue[lie]}`];
    if (isFine(license)) return [];
    const exception = exceptionFor(name);
    if (exception?.says === license && (dev || exception.isTool !== true)) {
      used.add(match(exceptions, name) ?? "");
      return [];
    }
    return [`${name} ${license === "" ? "says no licence" : `is ${license}`}`];
  });
  const unused = Object.keys(exceptions).filter((name) => !used.has(name));
  return [...problems, ...unused.map((name) => `${name} is an exception that nothing needs`)];
}

const RIVALS = "bench/rivals/";

/** Everything that is ever installed: the project's own packages, and what the benchmarks measure it against. */
export function readLocks(): LockFile {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, "..", path), "utf8")) as LockFile;
  const rivals = Object.entries(read(`${RIVALS}package-lock.json`).packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => [RIVALS + path, { ...entry, dev: true }]);
  return { packages: { ...read("package-lock.json").packages, ...Object.fromEntries(rivals) } };
}

/** Why a package is used although its licence is not one of the usual ones; null when it needs no reason. */
export function exceptionFor(name: string): Exception | null {
  const found = match(exceptions, name);
  return found === null ? null : (exceptions[found] ?? null);
}

function match(list: Readonly<Record<string, unknown>>, name: string): string | null {
  const isMeant = (each: string) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name);
  return Object.keys(list).find(isMeant) ?? null;
}

/** An SPDX expression: one of those joined by OR is enough, all of those joined by AND are needed. */
function isFine(expression: string): boolean {
  const inner = /^\((.*)\)$/.exec(expression)?.[1] ?? expression;
  return inner.split(" OR ").some((choice) => choice.split(" AND ").every((id) => fine.has(id)));
}

if (import.meta.main) {
  const problems = licenceProblems(readLocks());
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error("Choose another package, or say in scripts/licences.ts why it may be used all the same.");
    process.exitCode = 1;
  }
}
