import { expect, test } from "vitest";
import { afterAttempt, type FailedAttempt, type Operation } from "./operation.ts";
import { readOperation } from "./read-operation.ts";

const NOW = 1_756_000_000_000;
const first = readOperation({ seq: 1 });

test.each([
  ["blocked", 4],
  ["garbled", 8],
  ["cut", 12],
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

test("leaves an upload that is cut to the user after six attempts of a weak signal that followed a long time without one", () => {
  const cut: FailedAttempt = { kind: "later", retryAfter: null, problem: { code: "cut", error: "No." } };
  let upload: Operation = { ...first, tries: 60, problem: { code: "unreachable", error: "No signal." } };
  const states: [string, number][] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    upload = afterAttempt(upload, cut, NOW, 0);
    states.push([upload.state, upload.notBefore - NOW]);
  }
  expect(states.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ["queued", 60_000]));
  expect(states[5]?.[0]).toBe("failed");
});
