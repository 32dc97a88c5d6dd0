/** A part of the report that Playwright's JSON reporter writes. */
export interface PlaywrightReport {
  suites?: readonly Suite[];
}
interface Run {
  status: string;
  annotations: readonly { type: string; description?: string }[];
}
interface Suite {
  specs?: readonly { file: string; title: string; tests: readonly Run[] }[];
  suites?: readonly Suite[];
}

export interface Story {
  /** Path from the root and title: "e2e/map.e2e.ts > a title". */
  name: string;
  /** Flaky: failed, and passed when run again. */
  outcome: "passed" | "failed" | "flaky" | "skipped";
  /** Why it was skipped; empty for the others. */
  reason: string;
}

const outcomes: Readonly<Record<string, Story["outcome"]>> = {
  expected: "passed",
  flaky: "flaky",
  skipped: "skipped",
};

/** Every story of a report, those in groups as well. An unknown status counts as failed. */
export function readStories({ suites = [] }: PlaywrightReport): Story[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ file, title, tests }) => ({
      name: `e2e/${file} > ${title}`,
      outcome: outcomes[tests[0]?.status ?? ""] ?? "failed",
      reason: tests[0]?.annotations.find(({ type }) => type === "skip")?.description ?? "",
    })),
    ...readStories({ suites: inner }),
  ]);
}
