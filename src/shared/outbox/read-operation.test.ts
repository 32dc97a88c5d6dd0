import fc from "fast-check";
import { expect, test } from "vitest";
import { bundlesOf, discardedWith, nextAttemptAt, sendable } from "./operation.ts";
import { readOperation } from "./read-operation.ts";

const NOW = 1_756_000_000_000;

test("reads a row of this version unchanged, including fields of newer versions", () => {
  const row = {
    seq: 4,
    id: "op-4",
    userId: "ada",
    endpointId: "memories.create",
    params: { memoryId: "m" },
    entity: "memory:m",
    dependsOn: ["op-3"],
    label: "A memory",
    createdAt: NOW,
    version: 1,
    state: "conflict" as const,
    tries: 2,
    notBefore: NOW,
    problem: { code: "conflict" as const, error: "Changed.", current: { version: 2 } },
    later: "a field of next year",
  };
  expect(readOperation(row)).toEqual(row);
});

test("fills in missing fields of a row, so that it can be sent, shown or discarded", () => {
  const bare = readOperation({ seq: 7 });
  expect(bare).toEqual({
    seq: 7,
    id: "row-7",
    userId: "",
    endpointId: "",
    entity: "operation:row-7",
    dependsOn: [],
    label: "Something made earlier",
    createdAt: 0,
    state: "queued",
    tries: 0,
    notBefore: 0,
    problem: null,
  });
  expect(bundlesOf([bare])).toMatchObject([{ operation: { id: "row-7" }, state: "queued" }]);
});

test("accepts any row and leaves an unknown state to the user", () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fields, fc.anything()), { maxLength: 5 }), (rows) => {
      const read = rows.map((row, index) => readOperation({ ...row, seq: index + 1 }));
      expect(sendable(read, NOW).length).toBeLessThanOrEqual(read.length);
      expect(Number.isNaN(nextAttemptAt(read))).toBe(false);
      for (const { id, state } of read) {
        expect(discardedWith(id, read).map((doomed) => doomed.id)).toContain(id);
        expect(["queued", "failed", "conflict"]).toContain(state);
      }
    }),
    { seed: 20260812, numRuns: 500 },
  );
  expect(readOperation({ seq: 1, state: "paused" as never }).state).toBe("failed");
});

const fields = fc.constantFrom(
  "id",
  "userId",
  "endpointId",
  "entity",
  "dependsOn",
  "label",
  "createdAt",
  "state",
  "tries",
  "notBefore",
  "problem",
);
