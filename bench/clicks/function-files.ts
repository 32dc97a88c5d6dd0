/** The inspector's data for one script: its functions, outermost first, with the number of times each ran since the last query. */
export interface ScriptCoverage {
  url: string;
  functions: readonly {
    functionName: string;
    ranges: readonly { startOffset: number; endOffset: number; count: number }[];
  }[];
}

/**
 * The source files in which a function ran. Code that runs while a file loads does not count: a bundle loads many files that a click never
 * calls.
 * @param sourceAt the source file at an offset of a script; null for third-party code
 */
export function executedFiles(
  scripts: readonly ScriptCoverage[],
  sourceAt: (url: string, offset: number) => string | null,
): Set<string> {
  const files = new Set<string>();
  for (const { url, functions } of scripts)
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      if (whole === undefined || whole.count === 0) continue;
      const isModule = functionName === "" && whole.startOffset === 0;
      const source = isModule ? null : sourceAt(url, whole.startOffset);
      if (source !== null) files.add(source);
    }
  return files;
}
