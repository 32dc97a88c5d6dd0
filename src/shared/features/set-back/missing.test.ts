import { expect, test } from "vitest";
import { bundlesOf } from "#shared/outbox/operation.ts";
import { readOperation } from "#shared/outbox/read-operation.ts";
import { missingAgain, missingOf, sentenceOfMissing } from "./missing.ts";

const sent = (seq: number, dependsOn: string[] = []) => ({
  id: `op-${seq}`,
  userId: "ada",
  operation: readOperation({ seq, id: `op-${seq}`, userId: "ada", dependsOn }),
  given: { id: `thing-${seq}` },
  at: 0,
  epoch: "first",
  bytes: 1,
});

test("counts missing writes as the user does and never sends them automatically", () => {
  const moment = "2026-08-30T14:00:00.000Z";
  const rows = [sent(1), sent(2, ["op-1"]), sent(3)];
  const again = missingAgain(rows, moment);
  const waiting = readOperation({ seq: 4, id: "op-4", userId: "ada" });
  expect(missingOf(bundlesOf([...again, waiting]))).toEqual({
    ids: ["op-1", "op-2", "op-3"],
    count: 2,
    setBackTo: moment,
  });
  expect(again.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
  expect(missingOf(bundlesOf([waiting]))).toBeNull();
});

test("bundles a change with the write that created its record", () => {
  const edit = {
    ...sent(5),
    operation: readOperation({ seq: 5, id: "op-5", userId: "ada", params: { thingId: "thing-1" } }),
  };
  const again = missingAgain([sent(1), sent(2), edit], null);
  expect(again.map(({ dependsOn }) => dependsOn)).toEqual([[], [], ["op-1"]]);
  expect(missingOf(bundlesOf(again))).toEqual({
    ids: ["op-2", "op-1", "op-5"],
    count: 2,
    setBackTo: null,
  });
});

test("includes the moment in the sentence, if it is known", () => {
  expect(sentenceOfMissing(3, "14:00")).toBe(
    "The server was set back to 14:00. 3 things of yours are missing there. Send them again?",
  );
  expect(sentenceOfMissing(1, null)).toBe(
    "The server was set back. 1 thing of yours is missing there. Send it again?",
  );
});
