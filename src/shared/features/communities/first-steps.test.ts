import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.ts";

const bare = { memberCount: 1, thingCount: 2, latitude: null, campId: null };
const done = (community: typeof bare | (Omit<typeof bare, "campId"> & { campId: string })) =>
  firstSteps(community).flatMap(({ step, isDone }) => (isDone ? [step] : []));

test("lists people, three things and a place for a new community", () => {
  expect(firstSteps(bare).map(({ step }) => step)).toEqual(["invite", "share", "map"]);
  expect(done(bare)).toEqual([]);
  expect(done({ ...bare, memberCount: 2 })).toEqual(["invite"]);
  expect(done({ ...bare, thingCount: 3 })).toEqual(["share"]);
  expect(done({ ...bare, campId: "camp-1" })).toEqual(["map"]);
});
