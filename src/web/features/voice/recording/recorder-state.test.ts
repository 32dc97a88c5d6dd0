import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_RECORDING_MS } from "#shared/features/voice/recording.ts";
import { clockOf, record, type RecorderEvent, type RecorderState, remainingMs } from "./recorder-state.ts";

const start: RecorderState = { phase: "asking" };
const run = (...events: RecorderEvent[]) => events.reduce(record, start);

test("proceeds from asking to listening, and on Done to processing", () => {
  expect(run({ type: "granted" })).toEqual({ phase: "listening", elapsedMs: 0 });
  expect(run({ type: "granted" }, { type: "tick", elapsedMs: 2000 }, { type: "done" })).toEqual({
    phase: "processing",
    elapsedMs: 2000,
  });
});

test("ends a recording after three minutes and processes it", () => {
  const almost = { type: "tick", elapsedMs: MAX_RECORDING_MS - 1 } as const;
  expect(run({ type: "granted" }, almost).phase).toBe("listening");
  expect(run({ type: "granted" }, almost, { type: "tick", elapsedMs: MAX_RECORDING_MS + 900 })).toEqual({
    phase: "processing",
    elapsedMs: MAX_RECORDING_MS,
  });
});

test("lets the user process an interrupted recording", () => {
  const cut = run(
    { type: "granted" },
    { type: "tick", elapsedMs: 900 },
    { type: "interrupted", reason: "hidden" },
  );
  expect(cut).toEqual({ phase: "interrupted", elapsedMs: 900, reason: "hidden" });
  expect(record(cut, { type: "done" })).toEqual({ phase: "processing", elapsedMs: 900 });
});

test("ignores late events after a refusal", () => {
  const refused = run({ type: "refused", problem: "denied" });
  expect(record(refused, { type: "failed", message: "late" })).toBe(refused);
  expect(record(refused, { type: "granted" })).toBe(refused);
});

const anyEvent: fc.Arbitrary<RecorderEvent> = fc.oneof(
  fc.constant<RecorderEvent>({ type: "granted" }),
  fc.constant<RecorderEvent>({ type: "done" }),
  fc.constant<RecorderEvent>({ type: "refused", problem: "denied" }),
  fc.constant<RecorderEvent>({ type: "interrupted", reason: "microphone-lost" }),
  fc.constant<RecorderEvent>({ type: "failed", message: "no" }),
  fc.record({ type: fc.constant("tick" as const), elapsedMs: fc.integer({ min: -1000, max: 400_000 }) }),
);

test("never resumes a recording being processed or exceeds the limit, for any events", () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      let before: RecorderState = start;
      expect(before.phase).toBe("asking");
      for (const event of events) {
        const after = record(before, event);
        if ("elapsedMs" in before && "elapsedMs" in after)
          expect(after.elapsedMs).toBeGreaterThanOrEqual(before.elapsedMs);
        if ("elapsedMs" in after) expect(after.elapsedMs).toBeLessThanOrEqual(MAX_RECORDING_MS);
        if (before.phase === "processing") expect(["processing", "failed"]).toContain(after.phase);
        before = after;
      }
    }),
  );
});

test("counts the clock down to zero", () => {
  expect(clockOf(remainingMs(0))).toBe("3:00");
  expect(clockOf(remainingMs(1))).toBe("3:00");
  expect(clockOf(remainingMs(121_000))).toBe("0:59");
  expect(clockOf(remainingMs(MAX_RECORDING_MS + 1))).toBe("0:00");
  fc.assert(
    fc.property(fc.nat(MAX_RECORDING_MS), (ms) => {
      const [minutes = "", seconds = ""] = clockOf(ms).split(":");
      expect(Number(minutes) * 60 + Number(seconds)).toBe(Math.ceil(ms / 1000));
      expect(seconds).toMatch(/^[0-5]\d$/);
    }),
  );
});
