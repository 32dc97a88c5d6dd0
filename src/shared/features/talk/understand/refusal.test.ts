import { expect, test } from "vitest";
import { after, ladder, steps, talkContext, understood } from "../testing/talk-context.ts";
import { isRefused, refusedIn, splitRefusal } from "./refusal.ts";
import { show, understandMessage } from "./talk-state.ts";

test.each([
  ["Deep house night", "deep house", true],
  ["House of mirrors", "deep house", false],
  ["Extension ladder, 6 m", "6m", true],
  ["Step ladder, 2 m", "6m", false],
  ["40 folding chairs", "crazy set of 40", true],
  ["12 folding chairs", "crazy set of 40", false],
])("compares %s with the refused %s", (title, refused, is) => {
  expect(isRefused(title, [refused])).toBe(is);
});

test.each([
  "something for my feet, not just plasters",
  "a ladder, no rush",
  "a tent, not too big",
  "i have no goggles",
])("reads no refusal in: %s", (text) => {
  expect(splitRefusal(text)).toEqual({ request: text, refused: null });
});

test.each(["no thanks", "no one near here", "not so far", "no idea", "no ladder?"])(
  "reads no refused thing in: %s",
  (text) => {
    expect(refusedIn(text)).toBe("");
  },
);

test("refuses nothing of a search before another question", () => {
  const found = after("who has a ladder", ladder, steps);
  const other = show(found, understandMessage(found, "where is water", talkContext), []);
  expect(understood("no grinders", other)).not.toMatchObject({ what: "ladder" });
  expect(understood("no step ladder", found)).toMatchObject({ what: "ladder", without: ["step ladder"] });
});
