import { expect, test } from "vitest";
import { readStories } from "../scripts/story-report.ts";

test("reads the outcomes of stories in files and in groups, with the reason of a skipped one", () => {
  const spec = (
    title: string,
    status: string,
    annotations: { type: string; description: string }[] = [],
  ) => ({
    file: "a.e2e.ts",
    title,
    tests: [{ status, annotations }],
  });
  const away = [{ type: "skip", description: "WebKit is not installed" }];
  const report = {
    suites: [
      {
        specs: [spec("opens", "expected"), spec("closes", "unexpected")],
        suites: [
          {
            specs: [spec("opens on a phone", "flaky")],
            suites: [{ specs: [spec("in red", "skipped", away)] }],
          },
        ],
      },
    ],
  };
  expect(readStories(report)).toEqual([
    { name: "e2e/a.e2e.ts > opens", outcome: "passed", reason: "" },
    { name: "e2e/a.e2e.ts > closes", outcome: "failed", reason: "" },
    { name: "e2e/a.e2e.ts > opens on a phone", outcome: "flaky", reason: "" },
    { name: "e2e/a.e2e.ts > in red", outcome: "skipped", reason: "WebKit is not installed" },
  ]);
});

test("counts a story with an unknown status as failed", () => {
  expect(readStories({ suites: [{ specs: [{ file: "a", title: "b", tests: [] }] }] })).toEqual([
    { name: "e2e/a > b", outcome: "failed", reason: "" },
  ]);
  expect(readStories({})).toEqual([]);
});
