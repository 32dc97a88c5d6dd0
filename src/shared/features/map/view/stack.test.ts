import { expect, test } from "vitest";
import { stackCoincident } from "./stack.ts";

const at = (id: string, latitude: number, longitude = -119.21) => ({ id, place: { latitude, longitude } });
const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);

test("stacks only things in the same spot", () => {
  const things = [
    at("tent", 40.78),
    at("drill", 40.79),
    at("stove", 40.78),
    { id: "song", place: null },
    { id: "dance", place: null },
    // Less than a meter north.
    at("lamp", 40.780004),
    // Two meters north.
    at("rope", 40.78002),
  ];
  const stacks = stackCoincident(things, ({ place }) => place);
  expect(stacks.map((stack) => idsOf(stack.things))).toEqual([["tent", "stove", "lamp"]]);
});

test("names a stack by its spot, whatever it contains", () => {
  const [tent, stove, lamp] = [at("tent", 40.78), at("stove", 40.78), at("lamp", 40.78)];
  for (const things of [
    [tent, stove],
    [lamp, stove, tent],
  ])
    expect(stackCoincident(things, ({ place }) => place)).toMatchObject([
      { id: "stack:40.78000:-119.21000" },
    ]);
});
