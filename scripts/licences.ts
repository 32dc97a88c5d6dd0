import { readFileSync } from "node:fs";
import { join } from "node:path";

// Accepted licenses and their conditions. Fails when a lock file contains another one: node scripts/licences.ts

/**
 * Permissive licenses, and those that only require sharing changes to their own files (MPL-2.0) or attribution for fonts and data (OFL,
 * CC-BY).
 */
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
  /** The license field of the package; empty when it has none. */
  declared: string;
  because: string;
  /** No part of it may be shipped. */
  isTool?: true;
}

const ownFile = "a library in a file of its own, unchanged, that anyone may replace";
const testsStorage = {
  declared: "",
  because: "MIT; only s3rver, the tests' storage, needs it",
  isTool: true,
} as const;

/** Keyed by name, or by a prefix followed by a star. */
const exceptions: Readonly<Record<string, Exception>> = {
  "@img/sharp-libvips-*": { declared: "LGPL-3.0-or-later", because: ownFile },
  "@img/sharp-wasm32": { declared: "Apache-2.0 AND LGPL-3.0-or-later AND MIT", because: ownFile },
  "@img/sharp-win32-*": { declared: "Apache-2.0 AND LGPL-3.0-or-later", because: ownFile },
  "libav.js": { declared: "LGPL-2.1", because: `${ownFile}; its sources are in the package` },
  "@jitsi/rnnoise-wasm": { declared: "", because: "Apache-2.0 by the licence file in it" },
  busboy: testsStorage,
  dicer: testsStorage,
  streamsearch: testsStorage,
  "humanize-number": testsStorage,
  only: testsStorage,
  "urlsafe-base64": { declared: "", because: "MIT; only the tests' push service needs it", isTool: true },
};

/** Packages whose license field does not match their contents. No license of such a package is accepted. */
const untrue: Readonly<Record<string, string>> = {
  "@napi-rs/webcodecs*": "says MIT, and has x264 and x265 (GPL) in its binary",
  "@ohrstrom/faad2-wasm": "says LGPL, and is FAAD2 (GPL)",
  "mpg123-decoder": "says MIT, and is mpg123 (LGPL) without its sources",
};

export interface LockFile {
  packages: Readonly<Record<string, { license?: string; dev?: boolean; hasInstallScript?: boolean }>>;
}

/** One sentence for each package whose license is not accepted, and for each exception that is no longer needed. */
export function licenceProblems({ packages }: LockFile): string[] {
  const used = new Set<string>();
  const problems = Object.entries(packages).flatMap(([path, { license = "", dev = false }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (name === "") return [];
    const lie = match(untrue, name);
    if (lie !== null) return [`${name} ${untrue[lie]}`];
    if (isFine(license)) return [];
    const exception = exceptionFor(name);
    if (exception?.declared === license && (dev || exception.isTool !== true)) {
      used.add(match(exceptions, name) ?? "");
      return [];
    }
    return [`${name} ${license === "" ? "says no licence" : `is ${license}`}`];
  });
  const unused = Object.keys(exceptions).filter((name) => !used.has(name));
  return [...problems, ...unused.map((name) => `${name} is an exception that nothing needs`)];
}

const RIVALS = "bench/rivals/";

/** All packages that are ever installed: the project's own, and those of the benchmarks and the nightly run. */
export function readLocks(): LockFile {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, "..", path), "utf8")) as LockFile;
  const rivals = Object.entries(read(`${RIVALS}package-lock.json`).packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => [RIVALS + path, { ...entry, dev: true }]);
  return { packages: { ...read("package-lock.json").packages, ...Object.fromEntries(rivals) } };
}

/** The reason for using a package with an unusual license; null when none is needed. */
export function exceptionFor(name: string): Exception | null {
  const found = match(exceptions, name);
  return found === null ? null : (exceptions[found] ?? null);
}

function match(list: Readonly<Record<string, unknown>>, name: string): string | null {
  const isMeant = (each: string) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name);
  return Object.keys(list).find(isMeant) ?? null;
}

/** Evaluates an SPDX expression: OR needs one accepted license, AND needs all. */
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
