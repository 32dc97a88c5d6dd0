import { expect, test } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { marksWith } from "./marks.ts";

const listed = [
  { campId: "a", isFavourite: true, note: "Coffee", updatedAt: "2026-01-01T00:00:00Z" },
  { campId: "b", isFavourite: true, note: "", updatedAt: "2026-01-01T00:00:00Z" },
];

function waiting(campId: string, body: unknown, rest: Partial<QueuedOperation> = {}): QueuedOperation {
  return {
    seq: 1,
    id: "1",
    userId: "u",
    endpointId: markCamp.id,
    params: { campId },
    entity: "",
    dependsOn: [],
    label: "",
    createdAt: 0,
    state: "queued",
    tries: 0,
    notBefore: 0,
    problem: null,
    body,
    ...rest,
  };
}

test("applies queued changes to the server's marks in order and per field", () => {
  const marks = marksWith(listed, [
    waiting("a", { isFavourite: false }),
    waiting("c", { note: "Ice" }),
    waiting("c", { isFavourite: true }),
    waiting("c", { note: "Ice at noon" }),
  ]);
  expect(Object.fromEntries(marks)).toEqual({
    a: { isFavourite: false, note: "Coffee" },
    b: { isFavourite: true, note: "" },
    c: { isFavourite: true, note: "Ice at noon" },
  });
});

test("applies no operation that is refused, unrelated or without a body", () => {
  const marks = marksWith(listed, [
    waiting("a", { isFavourite: false }, { state: "failed" }),
    waiting("a", { isFavourite: false }, { endpointId: "memories.create" }),
    waiting("a", null),
  ]);
  expect(marks.get("a")).toEqual({ isFavourite: true, note: "Coffee" });
});
