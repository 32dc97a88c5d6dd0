import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { licenceProblems, readLocks } from "../scripts/licences.ts";
import { packagesOf } from "../scripts/notices.ts";

const lock = readLocks();

test("accepts only packages with an accepted license or a reasoned exception", () => {
  expect(licenceProblems(lock)).toEqual([]);
});

test.each<[string, string | undefined, string | null]>([
  ["permissive", "MIT", null],
  ["either", "(MIT OR GPL-3.0-only)", null],
  ["both", "MIT AND GPL-2.0-only", "both is MIT AND GPL-2.0-only"],
  ["gpl", "GPL-3.0-or-later", "gpl is GPL-3.0-or-later"],
  ["agpl", "AGPL-3.0-only", "agpl is AGPL-3.0-only"],
  ["lgpl", "LGPL-2.1", "lgpl is LGPL-2.1"],
  ["silent", undefined, "silent says no licence"],
  ["closed", "UNLICENSED", "closed is UNLICENSED"],
  ["busboy", undefined, "busboy says no licence"], // here it would be shipped, instead of being a tool of the tests
  ["custom", "SEE LICENSE IN LICENSE", "custom is SEE LICENSE IN LICENSE"],
  // An exception is only for the license field it was made for.
  ["libav.js", "GPL-2.0-or-later", "libav.js is GPL-2.0-or-later"],
  ["@napi-rs/webcodecs", "MIT", "@napi-rs/webcodecs says MIT, and has x264 and x265 (GPL) in its binary"],
])("%s: checks the license %s", (name, license, problem) => {
  const entry = license === undefined ? {} : { license };
  const packages = { ...lock.packages, [`node_modules/a/node_modules/${name}`]: entry };
  expect(licenceProblems({ packages })).toEqual(problem === null ? [] : [problem]);
});

test("reports an exception that no package needs any more", () => {
  const packages = { ...lock.packages };
  delete (packages as Record<string, unknown>)["node_modules/libav.js"];
  expect(licenceProblems({ packages })).toEqual(["libav.js is an exception that nothing needs"]);
});

test("runs no install script but those named here", () => {
  const withScripts = Object.entries(lock.packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path] : [],
  );
  // The first fetches the project's Node, and is run by setup.mjs; the second would print a note about versions.
  expect(withScripts).toEqual(["node_modules/node", "node_modules/protobufjs"]);
  const read = (path: string) => readFileSync(`${import.meta.dirname}/../${path}`, "utf8");
  for (const path of [".npmrc", "bench/rivals/.npmrc"])
    expect(read(path)).toContain("\nignore-scripts=true\n");
  for (const path of ["scripts/setup.mjs", "deploy/steps.sh"])
    for (const line of read(path)
      .split("\n")
      .filter((each) => /npm ci |"ci"/.test(each)))
      expect(line, path).toContain("--ignore-scripts");
});

test("lists the packages of the page's modules", () => {
  const modules = [
    "/home/ada/looby/src/web/main.tsx",
    "/home/ada/looby/node_modules/react/index.js",
    "C:\\looby\\node_modules\\@tanstack\\react-query\\build\\a.js",
    "/home/ada/looby/node_modules/a/node_modules/@b/c/d.js?commonjs",
    "\0virtual",
  ];
  expect([...packagesOf(modules)].filter((path) => !path.includes("workbox"))).toEqual([
    "node_modules/react",
    "node_modules/@tanstack/react-query",
    "node_modules/a/node_modules/@b/c",
  ]);
});
