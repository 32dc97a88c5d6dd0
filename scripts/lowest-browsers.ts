import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

// The lowest browsers that Looby supports, and the check that the built page needs no newer ones.

/**
 * Of spring 2024 or older: Safari for `Promise.withResolvers` and `AbortSignal.any`, Chrome for `URL.canParse`, Firefox for `Intl.Segmenter`. The script
 * in src/web/index.html tests for these four. With another version, change the words there and in README.md; a test compares them.
 */
export const lowestBrowsers = { Safari: "17.4", Chrome: "120", Firefox: "125" } as const;

const { Safari, Chrome, Firefox } = lowestBrowsers;

/** As users read it. */
export const lowestBrowsersInWords = `Safari ${Safari}, Chrome ${Chrome} or Firefox ${Firefox}`;

/** For the build, which rewrites newer syntax and styles. It adds no missing functions. */
export const buildTarget = [
  `safari${Safari}`,
  `ios${Safari}`,
  `chrome${Chrome}`,
  `edge${Chrome}`,
  `firefox${Firefox}`,
];

interface Newer {
  name: string;
  use: RegExp;
  /** Text of third-party code that uses it only where it exists. A file with this text passes. */
  guard?: string;
}

/** Functions that at least one of the lowest browsers lacks. */
const newer: readonly Newer[] = [
  { name: "Promise.try", use: /\bPromise\.try\(/ },
  { name: "Array.fromAsync", use: /\bArray\.fromAsync\(/ },
  { name: "RegExp.escape", use: /\bRegExp\.escape\(/ },
  { name: "modifiers in a regular expression", use: /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/ },
  { name: "Iterator", use: /\bIterator\.(?:from|concat|prototype)\b/ },
  {
    name: "iterator helpers",
    use: /\.(?:values|keys|entries)\(\)\.(?:map|filter|flatMap|forEach|reduce|some|every|find|take|drop|toArray)\(|\.toArray\(\)/,
  },
  {
    name: "Set methods",
    use: /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    guard: "`intersection`in",
  },
  { name: "Map.getOrInsert", use: /\.getOrInsert(?:Computed)?\(/ },
  { name: "explicit resource management", use: /\bSymbol\.(?:asyncD|d)ispose\b|\bDisposableStack\b/ },
  { name: "base64 and hex of bytes", use: /\.(?:fromBase64|fromHex|setFromBase64)\(|\.to(?:Base64|Hex)\(\)/ },
  { name: "Math.sumPrecise", use: /\bMath\.(?:sumPrecise|f16round)\(/ },
  { name: "Error.isError", use: /\bError\.isError\(/ },
  { name: "Float16Array", use: /\bFloat16Array\b/, guard: "typeof Float16Array<`u`" },
  { name: "Atomics.waitAsync", use: /\bAtomics\.(?:waitAsync|pause)\(/, guard: "!Atomics.waitAsync" },
  { name: "Intl.DurationFormat", use: /\bIntl\.DurationFormat\b/ },
  { name: "URL.parse", use: /\bURL\.parse\(/ },
  { name: "bytes() of a Blob or response", use: /\.bytes\(\)/ },
  { name: "ReadableStream.from", use: /\bReadableStream\.from\(/ },
  {
    name: "scheduler",
    use: /\bscheduler\.(?:yield|postTask)\(/,
    guard: "typeof scheduler<`u`",
  },
  { name: "Element.moveBefore", use: /\.moveBefore\(/ },
  { name: "setHTML", use: /\.setHTML(?:Unsafe)?\(|\.parseHTML(?:Unsafe)?\(/ },
  { name: "dialog.requestClose", use: /\.requestClose\(/ },
  { name: "CloseWatcher", use: /\bnew CloseWatcher\(/ },
  { name: "caretPositionFromPoint", use: /\.caretPositionFromPoint\(/ },
];

/** Names of the functions in a script that the lowest browsers lack. */
export function newerFunctionsIn(script: string): string[] {
  return newer
    .filter(({ use, guard }) => use.test(script) && (guard === undefined || !script.includes(guard)))
    .map(({ name }) => name);
}

/**
 * One sentence for each function in the built page that the lowest browsers lack.
 * @param dist the build's output
 * @throws Error when there is no build
 */
export function newerFunctionsInBuild(dist: string): string[] {
  const files = globSync("**/*.{js,html}", { cwd: dist }).toSorted();
  if (files.length === 0) throw new Error(`There is no build in ${dist}`);
  return files.flatMap((file) =>
    newerFunctionsIn(readFileSync(join(dist, file), "utf8")).map(
      (name) => `${file} uses ${name}, which ${lowestBrowsersInWords} lack in part.`,
    ),
  );
}
