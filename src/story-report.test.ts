import { expect, test } from "vitest";
import { readStories } from "../scripts/story-report.ts";

test("reads stories in files and in groups with their outcomes", () => {
  const spec = (title: string, status: string) => ({ file: "a.e2e.ts", title, tests: [{ status }] });
  const report = {
    suites: [
      {
        specs: [spec("opens", "expected"), spec("closes", "unexpected")],
        suites: [
          { specs: [spec("opens on a phone", "flaky")], suites: [{ specs: [spec("in red", "skipped")] }] },
        ],
      },
    ],
  };
  expect(readStories(report)).toEqual([
    { name: "e2e/a.e2e.ts > opens", outcome: "passed" },
    { name: "e2e/a.e2e.ts > closes", outcome: "failed" },
    { name: "e2e/a.e2e.ts > opens on a phone", outcome: "flaky" },
    { name: "e2e/a.e2e.ts > in red", outcome: "skipped" },
  ]);
});

test("counts a story with an unknown status as failed", () => {
  expect(readStories({ suites: [{ specs: [{ file: "a", title: "b", tests: [] }] }] })).toEqual([
    { name: "e2e/a > b", outcome: "failed" },
  ]);
  expect(readStories({})).toEqual([]);
});
