import { expect, test } from "vitest";
import { amended, givenBy, sentToForget, type SentOperation } from "./sent.ts";

const DAY = 24 * 60 * 60_000;

test("stores only the ids and paths of a response, in their places", () => {
  const answer = {
    id: "r1",
    title: "Solar oven",
    ownerId: "ada",
    photos: { gallery: [{ path: "entries/1.webp", thumbUrl: "/x?sig=1" }], main: null },
    tags: ["hot"],
    version: 3,
  };
  expect(givenBy(answer)).toEqual({
    id: "r1",
    ownerId: "ada",
    photos: { gallery: [{ path: "entries/1.webp" }] },
    tags: [null],
  });
});

test("remembers writes for two weeks, dropping the oldest when space is short", () => {
  const now = 100 * DAY;
  const row = (seq: number, age: number, bytes = 1) =>
    ({ id: `${seq}`, at: now - age * DAY, bytes, operation: { seq } }) as SentOperation;
  const forgotten = (rows: SentOperation[]) => sentToForget(rows, now).map(({ id }) => id);
  expect(forgotten([row(1, 15), row(2, 13)])).toEqual(["1"]);
  expect(forgotten(Array.from({ length: 1002 }, (_, seq) => row(seq, 1)))).toEqual(["1", "0"]);
  expect(forgotten([row(1, 1, 1), row(2, 1, 30_000_000), row(3, 1, 30_000_000)])).toEqual(["2", "1"]);
});

test("applies a change to the write that created its record and to earlier edits", () => {
  const change = {
    endpointId: "memories.edit",
    params: { memoryId: "m1" },
    body: { content: "new", version: 2 },
  };
  const row = (endpointId: string, params: Record<string, string> | undefined, assigned: unknown) =>
    ({ operation: { endpointId, params }, given: assigned }) as unknown as SentOperation;
  const made = row("memories.create", undefined, { id: "m1" });
  expect(amended(made, { type: "x", content: "old" }, change)).toEqual({ type: "x", content: "new" });
  const photos = [{ $resultOf: "upload", field: "path" }];
  expect(amended(made, { photos }, { ...change, body: { photos: ["old.webp"] } })).toEqual({ photos });
  const retitled = { ...change, body: { title: "new" } };
  expect(amended(made, { title: undefined, content: "old" }, retitled)).toMatchObject({ title: "new" });
  const before = row("memories.edit", { memoryId: "m1" }, { id: "m1" });
  expect(amended(before, { content: "old", version: 1 }, change)).toEqual({ content: "new", version: 1 });
  expect(amended(row("memories.create", undefined, { id: "m2" }), { content: "old" }, change)).toBeNull();
  // A change to one of two people in a community updates only that person's.
  const role = (userId: string) => ({ communityId: "c", userId });
  const promote = { endpointId: "people.change", params: role("ada"), body: { role: "admin" } };
  expect(amended(row("people.change", role("bob"), { id: "c" }), { role: "member" }, promote)).toBeNull();
});
