import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAttempt,
  afterWaking,
  bundlesOf,
  discardedWith,
  type FailedAttempt,
  fillResults,
  isTemporary,
  nextAttemptAt,
  type Operation,
  type OperationState,
  sendable,
  untilNextAttempt,
} from "./operation.ts";

const NOW = 1_756_000_000_000;
const HOUR = 3_600_000;
const later: FailedAttempt = {
  kind: "later",
  retryAfter: null,
  problem: { code: "unreachable", error: "No signal." },
};

test("sends the oldest operation of each entity first, after its uploads", () => {
  const outbox = [
    operation(3, { id: "entry", entity: "resource:1", dependsOn: ["photo-1", "photo-2"] }),
    operation(1, { id: "photo-1" }),
    operation(2, { id: "photo-2" }),
    operation(4, { id: "edit", entity: "resource:1" }),
    operation(5, { id: "other", entity: "resource:2" }),
  ];
  expect(idsOf(sendable(outbox, NOW))).toEqual(["photo-1", "photo-2", "other"]);
  expect(idsOf(sendable(without(outbox, "photo-1", "photo-2"), NOW))).toEqual(["entry", "other"]);
  expect(idsOf(sendable(without(outbox, "photo-1", "photo-2", "entry"), NOW))).toEqual(["edit", "other"]);
});

test("blocks only the entity of an operation that is rejected or not due", () => {
  const outbox = [
    operation(1, { id: "refused", entity: "a", state: "failed" }),
    operation(2, { id: "behind", entity: "a" }),
    operation(3, { id: "waiting", entity: "b", notBefore: NOW + 1 }),
    operation(4, { id: "free", entity: "c" }),
  ];
  expect(idsOf(sendable(outbox, NOW))).toEqual(["free"]);
  expect(idsOf(sendable(outbox, NOW + 1))).toEqual(["waiting", "free"]);
  expect(nextAttemptAt(without(outbox, "free"))).toBe(NOW + 1);
  expect(nextAttemptAt(without(outbox, "free", "waiting"))).toBeNull();
});

test("does not prolong a wait when the clock is set back", () => {
  const hour = 3_600_000;
  const outbox = [
    operation(1, { id: "ordered", entity: "a", notBefore: NOW + hour }),
    operation(2, { id: "before it was set back", entity: "b", notBefore: NOW + hour + 1 }),
  ];
  expect(idsOf(sendable(outbox, NOW))).toEqual(["before it was set back"]);
  expect(untilNextAttempt(outbox, NOW)).toBe(0);
  expect(untilNextAttempt(outbox.slice(0, 1), NOW)).toBe(hour);
  expect(untilNextAttempt(outbox, NOW + 2 * hour)).toBe(0);
  expect(untilNextAttempt([], NOW)).toBeNull();
});

test("shows the user a refusal as failed and a conflict as a conflict", () => {
  const refused = (code: "invalid-input" | "conflict") =>
    afterAttempt(operation(1), { kind: "refused", problem: { code, error: "No." } }, NOW, 0);
  expect(refused("invalid-input")).toMatchObject({ state: "failed", problem: { error: "No." } });
  expect(refused("conflict")).toMatchObject({ state: "conflict" });
});

test("ends a wait on wake-up, unless the server ordered it", () => {
  const waiting = afterAttempt(operation(1), later, NOW, 0);
  const woken = afterWaking(waiting);
  expect(woken).toEqual({ ...waiting, notBefore: 0 });
  expect(afterWaking(woken)).toBe(woken);
  const ordered = { ...waiting, problem: { code: "too-many-requests" as const, error: "Slowly." } };
  expect(afterWaking(ordered)).toBe(ordered);
});

test("treats only responses that may change without the user as temporary", () => {
  expect([0, 401, 408, 429, 500, 502, 503, 507].filter((status) => !isTemporary(status))).toEqual([]);
  expect([400, 403, 404, 405, 409, 410, 413, 415, 422].filter(isTemporary)).toEqual([]);
});

test("replaces every mark with its result, leaving files and other values unchanged", () => {
  const file = new File(["x"], "x.webp");
  const results = new Map<string, unknown>([["up", { path: "entries/u/1.webp", size: 7 }]]);
  const body = {
    photos: [{ $resultOf: "up", field: "path" }],
    nested: { deep: [1, null] },
    file,
    text: "$resultOf",
  };
  expect(fillResults(body, results)).toEqual({ ...body, photos: ["entries/u/1.webp"] });
  expect(fillResults(body, results)).toHaveProperty("file", file);
});

test.each([
  ["an answer nobody has", { $resultOf: "gone", field: "path" }],
  ["a field it does not have", { $resultOf: "up", field: "url" }],
  ["a field every object has", { $resultOf: "up", field: "constructor" }],
])("throws for a mark of %s", (_, mark) => {
  const results = new Map<string, unknown>([["up", { path: "p" }]]);
  expect(() => fillResults({ photos: [mark] }, results)).toThrow(RangeError);
});

test("shows one entry per item, including the photo that blocks it", () => {
  const problem = { code: "unsupported-media-type" as const, error: "That is not a picture." };
  const outbox = [
    operation(1, { id: "photo-1" }),
    operation(2, { id: "photo-2", state: "failed", problem }),
    operation(3, { id: "entry", entity: "resource:1", dependsOn: ["photo-1", "photo-2", "photo-0"] }),
    operation(4, { id: "lone", entity: "resource:2" }),
  ];
  expect(
    bundlesOf(outbox).map((bundle) => ({
      of: bundle.operation.id,
      parts: idsOf(bundle.parts),
      state: bundle.state,
      problem: bundle.problem,
    })),
  ).toEqual([
    { of: "entry", parts: ["photo-1", "photo-2"], state: "failed", problem },
    { of: "lone", parts: [], state: "queued", problem: null },
  ]);
});

test("shows the problem of an earlier operation on the same entity", () => {
  const problem = { code: "unreachable" as const, error: "No signal." };
  const outbox = [
    operation(1, { id: "change", entity: "resource:1", problem }),
    operation(2, { id: "deletion", entity: "resource:1" }),
    operation(3, { id: "lone", entity: "resource:2" }),
  ];
  expect(bundlesOf(outbox).map((bundle) => bundle.problem)).toEqual([problem, problem, null]);
});

test("discards dependent operations, too, and uploads with no other use", () => {
  const outbox = [
    operation(1, { id: "shared" }),
    operation(2, { id: "own" }),
    operation(3, { id: "one", entity: "a", dependsOn: ["shared", "own"] }),
    operation(4, { id: "two", entity: "b", dependsOn: ["shared"] }),
  ];
  expect(idsOf(discardedWith("one", outbox))).toEqual(["own", "one"]);
  expect(idsOf(discardedWith("shared", outbox))).toEqual(["shared", "own", "one", "two"]);
  expect(idsOf(discardedWith("own", outbox))).toEqual(["own", "one"]);
  expect(idsOf(discardedWith("gone", outbox))).toEqual([]);
});

// Any outbox: a few entities, dependencies on older operations, and any operation may be stuck or waiting.
const outboxes = fc
  .array(
    fc.record({
      entity: fc.constantFrom("a", "b", "c", "d"),
      state: fc.constantFrom<OperationState>("queued", "queued", "queued", "failed", "conflict"),
      notBefore: fc.constantFrom(0, 0, NOW + 5_000),
      dependsOn: fc.array(fc.nat(20), { maxLength: 2 }),
    }),
    { maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map(({ dependsOn, ...draft }, index) =>
      operation(index + 1, {
        ...draft,
        id: `op-${index}`,
        dependsOn: dependsOn.filter((older) => older < index).map((older) => `op-${older}`),
      }),
    ),
  );
const runs = { seed: 20260812, numRuns: 2_000 };

test("sends only the oldest operation of an entity, after its dependencies", () => {
  fc.assert(
    fc.property(outboxes, fc.integer({ min: 0, max: 999 }), (outbox, shuffle) => {
      const shuffled = outbox.toSorted(
        (x, y) => ((x.seq * 7919) % (shuffle + 1)) - ((y.seq * 7919) % (shuffle + 1)),
      );
      const ready = sendable(shuffled, NOW);
      expect(ready).toEqual(sendable(outbox, NOW));
      for (const one of ready) {
        expect(one.state).toBe("queued");
        expect(outbox.filter((other) => other.entity === one.entity && other.seq < one.seq)).toEqual([]);
        expect(outbox.filter(({ id }) => one.dependsOn.includes(id))).toEqual([]);
      }
      expect(ready.map(({ seq }) => seq)).toEqual(ready.map(({ seq }) => seq).toSorted((x, y) => x - y));
    }),
    runs,
  );
});

test("does not let an entity affect others that do not depend on it", () => {
  fc.assert(
    fc.property(outboxes, fc.constantFrom<OperationState>("failed", "conflict"), (outbox, state) => {
      const stuck = outbox.map((one) => (one.entity === "a" ? { ...one, state } : one));
      const rest = outbox.filter(({ entity }) => entity !== "a");
      const ofA = new Set(idsOf(outbox.filter(({ entity }) => entity === "a")));
      const isFree = ({ dependsOn }: Operation) => !dependsOn.some((id) => ofA.has(id));
      expect(idsOf(sendable(stuck, NOW))).toEqual(idsOf(sendable(rest, NOW).filter(isFree)));
    }),
    runs,
  );
});

test("sends each entity in order, whatever the server responds", () => {
  const answers = fc.infiniteStream(fc.constantFrom("answered", "answered", "later", "refused"));
  fc.assert(
    fc.property(outboxes, answers, fc.infiniteStream(fc.nat(99)), (outbox, stream, picks) => {
      let now = NOW;
      let queued = outbox;
      const sent: Operation[] = [];
      for (let round = 0; round < 400; round += 1) {
        const ready = sendable(queued, now);
        const pick = ready[picks.next().value % Math.max(1, ready.length)];
        if (pick === undefined) {
          const next = nextAttemptAt(queued);
          if (next === null) break;
          expect(next).toBeGreaterThan(now);
          now = next;
          continue;
        }
        const kind = stream.next().value;
        if (kind === "answered") sent.push(pick);
        queued = queued.flatMap((one) => {
          if (one !== pick) return [one];
          if (kind === "answered") return [];
          return [afterAttempt(one, kind === "later" ? later : refusal, now, 0.5)];
        });
      }
      for (const [index, one] of sent.entries()) {
        expect(
          sent.slice(index).filter((other) => other.entity === one.entity && other.seq < one.seq),
        ).toEqual([]);
        expect(sent.slice(index).filter(({ id }) => one.dependsOn.includes(id))).toEqual([]);
      }
      expect(nextAttemptAt(queued)).toBeNull();
      for (const one of queued) expect(isHeldUp(one, queued)).toBe(true);
    }),
    { ...runs, numRuns: 500 },
  );
});

test("doubles waits from a second to a minute, and limits ordered waits to an hour", () => {
  const orders = fc.option(fc.oneof(fc.nat(7_200), fc.double({ min: 0, max: 1e12, noNaN: true })));
  fc.assert(
    fc.property(
      fc.nat(1_100),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      orders,
      (tries, random, order) => {
        const waiting = afterAttempt(
          { ...operation(1), tries, problem: later.problem },
          { ...later, retryAfter: order },
          NOW,
          random,
        );
        const wait = waiting.notBefore - NOW;
        const base = Math.min(60_000, 1000 * 2 ** tries);
        const ordered = Math.min(HOUR, (order ?? 0) * 1000);
        expect(wait).toBeGreaterThanOrEqual(Math.max(base, ordered) - 1);
        expect(wait).toBeLessThanOrEqual(Math.max(base * 1.5, ordered) + 1);
        expect(waiting).toMatchObject({ state: "queued", tries: tries + 1, problem: later.problem });
      },
    ),
    runs,
  );
});

test("leaves no dependency on a discarded operation", () => {
  fc.assert(
    fc.property(outboxes, fc.nat(13), (outbox, index) => {
      const doomed = new Set(idsOf(discardedWith(`op-${index}`, outbox)));
      expect(doomed.has(`op-${index}`)).toBe(index < outbox.length);
      const left = outbox.filter(({ id }) => !doomed.has(id));
      expect(left.filter(({ dependsOn }) => dependsOn.some((id) => doomed.has(id)))).toEqual([]);
    }),
    runs,
  );
});

const refusal: FailedAttempt = { kind: "refused", problem: { code: "invalid-input", error: "No." } };

/** It, an earlier operation of its entity, or one it depends on needs the user. */
function isHeldUp(one: Operation, queued: readonly Operation[]): boolean {
  if (one.state !== "queued") return true;
  const before = queued.filter(({ entity, seq }) => entity === one.entity && seq < one.seq);
  const needed = queued.filter(({ id }) => one.dependsOn.includes(id));
  return [...before, ...needed].some((other) => isHeldUp(other, queued));
}

function operation(seq: number, changes: Partial<Operation> = {}): Operation {
  const id = changes.id ?? `op-${seq}`;
  return {
    seq,
    id,
    userId: "ada",
    endpointId: "resources.add",
    entity: `entity:${id}`,
    dependsOn: [],
    label: id,
    createdAt: NOW,
    state: "queued",
    tries: 0,
    notBefore: 0,
    problem: null,
    ...changes,
  };
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map(({ id }) => id);
}

function without(operations: readonly Operation[], ...ids: string[]): Operation[] {
  return operations.filter(({ id }) => !ids.includes(id));
}
