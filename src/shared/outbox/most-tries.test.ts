import { expect, test } from "vitest";
import { afterAttempt, type FailedAttempt, type Operation } from "./operation.ts";
import { readOperation } from "./read-operation.ts";

const NOW = 1_756_000_000_000;
const first = readOperation({ seq: 1 });

test.each([
  ["blocked", 4],
  ["garbled", 8],
] as const)("leaves a write that was %s %i times to the user", (code, most) => {
  const attempt: FailedAttempt = { kind: "later", retryAfter: null, problem: { code, error: "No." } };
  const after = Array.from({ length: most }).reduce<Operation[]>(
    (states) => [...states, afterAttempt(states.at(-1) ?? first, attempt, NOW, 0)],
    [],
  );
  expect(after.map(({ state }) => state)).toEqual([
    ...Array.from({ length: most - 1 }, () => "queued"),
    "failed",
  ]);
  expect(after.slice(0, 3).map(({ notBefore }) => notBefore - NOW)).toEqual([1000, 2000, 4000]);
});

test("tries a write again that was blocked once after many attempts without a signal", () => {
  const blocked: FailedAttempt = {
    kind: "later",
    retryAfter: null,
    problem: { code: "blocked", error: "No." },
  };
  const once = afterAttempt(
    { ...first, tries: 20, problem: { code: "unreachable" as const, error: "No signal." } },
    blocked,
    NOW,
    0,
  );
  expect(once.state).toBe("queued");
  expect(afterAttempt(once, blocked, NOW, 0).state).toBe("failed");
});
