import { expect, test } from "vitest";
import { after, talkContext, ladder, lantern, steps, understood } from "../testing/talk-context.ts";
import type { Shown, TalkState } from "./intent.ts";
import { understandMessage, show } from "./talk-state.ts";

// Messages that only add to the previous question.

const guide: Shown = { sourceId: "context:looby#broken-loan", title: "Something broke" };
const note: Shown = { sourceId: "memory:pills", title: "My pills are in the red bag" };

function then(state: TalkState, message: string, ...shown: Shown[]): TalkState {
  return show(state, understandMessage(state, message, talkContext), shown);
}

test("asks about the corrected address", () => {
  const asked = after("what is at 9:00 & D", lantern);
  expect(understood("sry, 9:15 and Delight I meant", asked)).toMatchObject({
    ability: "at-address",
    near: { words: "9:15 & Delight" },
  });
});

test("borrows for the corrected days", () => {
  const asked = then(after("who has a ladder", ladder), "can I borrow it tomorrow", ladder);
  expect(understood("forgive me, better on saturday", asked)).toMatchObject({
    ability: "borrow",
    item: ladder,
    when: { first: "2026-09-05" },
  });
});

test("repeats the question from another place", () => {
  const asked = after("nearest toilet from 3:00 & C");
  expect(understood("same from 9:00 & F", asked)).toMatchObject({
    ability: "nearest",
    from: { words: "9:00 & F" },
  });
});

test("offers a second thing after the first", () => {
  const asked = after("I want to share my hammock");
  expect(understood("and i do tarot readings for whoever wants one", asked).ability).toBe("share");
});

test.each(["and we are thirsty", "i have a headache"])(
  "does not read a complaint as an offer: %s",
  (message) => {
    expect(understood(message, after("I want to share my hammock")).ability).not.toBe("share");
  },
);

test("searches the user's notes again while the talk is about a note", () => {
  const asked = after("where did i put my pills", note);
  expect(understood("which bag was it again", asked).ability).toBe("recall");
});

test("chooses the thing of the requested size", () => {
  const four: Shown = { sourceId: "resource:tent-4", title: "Tent for 4 people" };
  const twelve: Shown = { sourceId: "resource:tent-12", title: "Workshop tent for 12 people" };
  const asked = after("tent for 4 people", twelve, four);
  expect(understood("is it free tomorrow?", asked)).toMatchObject({ item: four, among: [] });
});

test("applies the question to the thing named before it", () => {
  const asked = after("who has a ladder", ladder, steps);
  expect(understood("the step ladder, sunday?", asked)).toMatchObject({
    item: steps,
    when: { first: "2026-09-06" },
  });
});

test("searches for another thing on the same days", () => {
  const asked = then(after("who has a ladder", ladder), "is it free on saturday", ladder);
  expect(understood("any other ladder then", asked)).toMatchObject({
    ability: "find",
    when: { first: "2026-09-05" },
  });
});

test("uses the size named, whatever was too big", () => {
  const asked = after("who has a cooler", { sourceId: "resource:cooler", title: "Cooler, 90 l" });
  expect(understood("hmm no thats too much, sth around 50 l?", asked)).toMatchObject({
    compared: null,
    size: { value: 50, unit: "l" },
  });
});

test("collects what the user asked to remember, newest first", () => {
  const asked = then(after("remember that the jug is pink"), "remember: the towel is on the hammock");
  expect(asked.noted).toEqual(["the towel is on the hammock", "the jug is pink"]);
  expect(understood("where is the towel again", asked).noted).toHaveLength(2);
});

test("prefers the next ability to the guide where the text names no section", () => {
  expect(understood("extension leads?").ability).toBe("find");
  expect(understood("how do I get to its place?", after("who has a ladder", ladder))).toMatchObject({
    ability: "directions",
    to: { shown: ladder },
  });
});

test.each(["beauty. mine then", "do it", "brilliant, put my name down"])(
  "borrows the thing just discussed: %s",
  (message) => {
    expect(understood(message, after("who has a ladder", ladder))).toMatchObject({
      ability: "borrow",
      item: ladder,
    });
  },
);

test.each(["is there a gold mine", "is that one mine"])(
  'borrows nothing for the noun "mine": %s',
  (message) => {
    expect(understood(message, after("who has a ladder", ladder)).ability).not.toBe("borrow");
  },
);

test.each([
  ["whats that in metres", "distance"],
  ["ok walk me", "directions"],
] as const)("stays with the way: %s", (message, ability) => {
  const asked = after("how do I get to the temple");
  expect(understood(message, asked)).toMatchObject({ ability, to: { address: { landmark: "temple" } } });
});

test("moves a request to other days, whatever follows", () => {
  const asked = then(after("who has a ladder", ladder), "can I borrow it tomorrow", ladder);
  expect(understood("make that saturday instead, we have the sauna before", asked)).toMatchObject({
    ability: "borrow",
    when: { first: "2026-09-05" },
  });
});

test("chooses the thing of that name among those shown", () => {
  const stove: Shown = { sourceId: "resource:stove", title: "Two-burner stove" };
  const asked = after("need a ladder and a stove", ladder, stove);
  expect(understood("who has the stove", asked)).toMatchObject({
    ability: "details",
    item: stove,
    topic: "owner",
  });
  expect(understood("who has a stove", asked).ability).toBe("find");
});

test("refers to the discussed thing after the user has read a section of the guide", () => {
  const asked = then(after("who has a ladder", ladder), "what if it breaks", guide);
  expect(understood("how do I get to its place", asked)).toMatchObject({ to: { shown: ladder } });
});

test("ends the way at home when the message says so", () => {
  const asked = after("nearest toilet from 3:00 & C");
  expect(understood("and how do I walk back to my own camp?", asked)).toMatchObject({
    ability: "directions",
    to: { kind: "home" },
  });
});

test("asks for the times of a camp that was shown", () => {
  expect(understood("when's their walk", after("where is camp lantern", lantern))).toMatchObject({
    ability: "details",
    topic: "time",
  });
});

test("asks for the hours of the service just discussed", () => {
  const asked = after("nearest ice from 3:00 & C");
  expect(understood("until when is it open", asked)).toMatchObject({
    item: null,
    near: { kind: "service", service: "ice" },
  });
});

test("measures between the last two places mentioned", () => {
  const fish: Shown = { sourceId: "camp:fish", title: "Lantern Fish" };
  const asked = then(after("where is camp lantern", lantern), "and where is lantern fish", fish);
  expect(understood("how far are they apart", asked)).toMatchObject({
    ability: "distance",
    from: { shown: lantern },
    to: { shown: fish },
  });
});

test("measures between the last two addresses, whatever was shown at them", () => {
  const asked = then(after("what is at 8:15 & B", lantern, ladder), "and at 3:45 & A", steps, ladder);
  expect(understood("how far are those two apart", asked)).toMatchObject({
    from: { words: "8:15 & B" },
    to: { words: "3:45 & A" },
  });
});

test("continues from the end of the last way", () => {
  const asked = after("how do I get from 4:30 & F to the temple");
  expect(understood("and after that to the man", asked)).toMatchObject({
    from: { address: { landmark: "temple" } },
    to: { address: { landmark: "man" } },
  });
  expect(understood("n from there home", asked)).toMatchObject({
    from: { address: { landmark: "temple" } },
    to: { kind: "home" },
  });
});

test("uses the place of a note", () => {
  const asked = after("remember we meet at the 3:00 B plaza on saturday at 8pm");
  expect(understood("how far is that from home", asked)).toMatchObject({
    ability: "distance",
    from: { kind: "home" },
    to: { address: { kind: "plaza" } },
  });
});

test("shows the way when the user asks where a non-thing is", () => {
  expect(understood("where is it", after("what is at centre camp", guide)).ability).toBe("directions");
});

test("reads two addresses joined by signs as one way", () => {
  expect(
    understandMessage(after("from 2:00 & C to 3:00 & D"), "esp & 6 to K & 7.30", talkContext),
  ).toMatchObject([{ from: { words: "6:00 & esp" }, to: { words: expect.stringContaining("7:30") } }]);
});

test("finds the biggest of the things searched for", () => {
  expect(
    understood("which is the biggest one you know", after("who has a ladder", ladder, steps)),
  ).toMatchObject({
    ability: "find",
    what: "ladder",
    compared: "biggest",
  });
});

test("rates a search as unlikely when no ability is clear, with its rivals", () => {
  expect(understood("who has a ladder").likelihood).toBeGreaterThan(0.9);
  const unclear = understood("it tastes like onions");
  expect(unclear.likelihood).toBe(0);
  expect(unclear.rivals).not.toContain("find");
  expect(unclear.rivals).not.toEqual([]);
});

test.each([
  ["where can I get pancakes right now", "pancakes"],
  ["is there sushi near 7:30 tonight", "sushi"],
  ["any flugelhorns on saturday?", "flugelhorns"],
])("searches for the thing that the message names, known or not: %s", (message, what) => {
  expect(understood(message, after("I need a ladder tomorrow", ladder, steps))).toMatchObject({
    ability: "find",
    what,
  });
});

test.each([
  "and on saturday?",
  "near 4:30?",
  "any closer to me?",
  "a bigger one",
  "the same for sunday evening",
])("goes on with the question before for words of place, day and size: %s", (message) => {
  expect(["", "ladder"]).toContain(
    understood(message, after("I need a ladder tomorrow", ladder, steps)).what,
  );
});

test("asks what is at an address after a question about events", () => {
  expect(understood("what's near 7:30 & E", after("any live music tonight?"))).toMatchObject({
    ability: "at-address",
    what: "",
  });
});

test("asks again for a nearer service", () => {
  expect(understood("too far, something closer?", after("nearest toilet"))).toMatchObject({
    ability: "nearest",
    topic: "toilet",
  });
});

test("searches at a place that is given alone", () => {
  expect(understood("7:30 & E", after("who has a ladder", ladder))).toMatchObject({
    ability: "find",
    what: "ladder",
    near: { kind: "address" },
  });
});

test("asks for each of two things that are found in different ways", () => {
  const needs = understandMessage(after("hello"), "where is water or coffee near 6:00", talkContext);
  expect(needs).toMatchObject([
    { ability: "nearest", topic: "water" },
    { what: "coffee", near: { kind: "address" } },
  ]);
});

test("leaves out what the user refuses", () => {
  expect(understood("any ladder near 4:30 but no step ladder")).toMatchObject({
    what: "ladder",
    without: ["step ladder"],
  });
  expect(understood("i have no goggles")).toMatchObject({ what: "goggles", without: [] });
});

test.each(["ice near ther?", "ice arond here", "ice neer hre"])(
  "takes no misspelt small word for a name: %s",
  (message) => {
    expect(understood(message)).toMatchObject({ ability: "nearest", from: { kind: "me" } });
  },
);
