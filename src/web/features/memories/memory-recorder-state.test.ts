import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTypes } from "#shared/features/memories/contract.ts";
import {
  advanceRecorder,
  type MemoryRecorderEvent,
  type MemoryRecorderState,
  NO_OPTION,
  NO_TEXT,
} from "./memory-recorder-state.ts";

const start = { phase: "options" } as const satisfies MemoryRecorderState;
const run = (...events: MemoryRecorderEvent[]) => events.reduce<MemoryRecorderState>(advanceRecorder, start);

test("proceeds from the type to the transcription and the confirmation", () => {
  const chosen: MemoryRecorderEvent = { type: "chosen", memoryType: "something-else" };
  expect(run(chosen)).toEqual({ phase: "recording", type: "something-else" });
  expect(run(chosen, { type: "recorded" })).toEqual({ phase: "processing", type: "something-else" });
  expect(run(chosen, { type: "recorded" }, { type: "transcribed", text: " a kite " })).toEqual({
    phase: "confirmation",
    type: "something-else",
    text: "a kite",
  });
  expect(
    run(chosen, { type: "recorded" }, { type: "transcribed", text: "a" }, { type: "edited", text: "b" }),
  ).toMatchObject({
    text: "b",
  });
});

test("switches to the type that the text asks for", () => {
  const transcribed = run(
    { type: "chosen", memoryType: "want-to-know" },
    { type: "recorded" },
    { type: "transcribed", text: "I'm looking for a kite" },
  );
  expect(transcribed).toMatchObject({ phase: "confirmation", type: "looking-for" });
});

test("skips the choice of type for an earlier recording that has one", () => {
  expect(run({ type: "recorded", memoryType: "looking-for" })).toEqual({
    phase: "processing",
    type: "looking-for",
  });
  expect(run({ type: "recorded" })).toEqual({ phase: "error", message: NO_OPTION });
});

test("returns to the options with the reason after silence and every failure", () => {
  const failed = run({ type: "recorded", memoryType: "looking-for" }, { type: "transcribed", text: " " });
  expect(failed).toEqual({ phase: "error", message: NO_TEXT });
  expect(advanceRecorder(failed, { type: "chosen", memoryType: "looking-for" }).phase).toBe("recording");
  expect(advanceRecorder(failed, { type: "rejected" })).toEqual(start);
});

const anyType = fc.constantFrom(...memoryTypes);
const anyEvent: fc.Arbitrary<MemoryRecorderEvent> = fc.oneof(
  fc.record({ type: fc.constant("chosen" as const), memoryType: anyType }),
  fc.record({ type: fc.constant("recorded" as const), memoryType: fc.option(anyType) }),
  fc.record({ type: fc.constant("transcribed" as const), text: fc.string() }),
  fc.record({ type: fc.constant("edited" as const), text: fc.string() }),
  fc.record({ type: fc.constant("failed" as const), message: fc.string({ minLength: 1 }) }),
  fc.constant<MemoryRecorderEvent>({ type: "rejected" }),
);

test("confirms text only after processing, for any events", () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      let before: MemoryRecorderState = { phase: "options" };
      for (const event of events) {
        const after = advanceRecorder(before, event);
        if (after.phase === "confirmation") expect(["processing", "confirmation"]).toContain(before.phase);
        if (after.phase === "recording" && before.phase !== "recording") expect(event.type).toBe("chosen");
        expect(advanceRecorder(after, { type: "rejected" })).toEqual(start);
        before = after;
      }
    }),
  );
});
