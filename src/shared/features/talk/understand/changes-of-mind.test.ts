import { expect, test } from "vitest";
import { after, talkContext, ladder, lantern, steps, understood } from "../testing/talk-context.ts";
import { newTalk, type Shown } from "./intent.ts";
import { understandMessage, show } from "./talk-state.ts";

// The parts of the earlier talk that a message uses or ignores.

test.each([
  "write me a poem about dust",
  "translate this into German",
  "can you sing us a song",
  "can you help me write a poem",
  "what is 17 times 23?",
  "20 % of 54",
])("treats %s as work for a language model", (message) => {
  expect(understood(message)).toMatchObject({ ability: "small-talk", topic: "task" });
});

test.each(["where is the poetry slam", "story tent", "who can translate from German?", "who has 20 chairs"])(
  "searches for %s",
  (message) => {
    expect(understood(message).ability).toBe("find");
  },
);

test("refers to the day after the days mentioned before", () => {
  const asked = show(
    after("who has a ladder", ladder),
    understandMessage(after("who has a ladder", ladder), "is it free on friday", talkContext),
    [ladder],
  );
  expect(understood("and the day after?", asked)).toMatchObject({
    when: { first: "2026-09-05", last: "2026-09-05" },
  });
});

test("uses the days named in a story before the request", () => {
  expect(understood("we are playing on friday night. who has a microphone?")).toMatchObject({
    ability: "find",
    what: "microphone",
    when: { first: "2026-09-04" },
  });
});

test("does not mistake another camp for the shown one because they share a word", () => {
  const talk = after("where is camp lantern", lantern);
  expect(understood("and where is lantern fish", talk)).toMatchObject({ item: null, what: "lantern fish" });
});

test("reads him, her and them as the owner of the thing just discussed", () => {
  const talk = show(
    after("who has a ladder", ladder),
    understandMessage(after("who has a ladder", ladder), "whose is it", talkContext),
    [ladder],
  );
  expect(understood("what else does she lend", talk)).toMatchObject({
    ability: "find",
    what: "",
    ownerOf: ladder,
  });
});

test("gives a place the role of the word in front of it", () => {
  expect(understood("how far is it from 3:00 & B to my own camp")).toMatchObject({
    ability: "distance",
    from: { kind: "address" },
    to: { kind: "home" },
  });
  expect(understood("how far is it between kite hospital and roller desert")).toMatchObject({
    ability: "distance",
    from: { kind: "named", name: "kite hospital" },
    to: { kind: "named", name: "roller desert" },
  });
});

test("reads another address as a correction of the last one", () => {
  const talk = after("what is at 9:00 and B", lantern);
  expect(understood("sorry, 9:15 and delight i meant", talk)).toMatchObject({ ability: "at-address" });
});

test("reverses the way for the way back", () => {
  const found = understandMessage(newTalk, "how do I get from 4:30 & F to the temple", talkContext);
  const [way] = found;
  expect(understood("and back?", show(newTalk, found, []))).toMatchObject({
    ability: "directions",
    from: way?.to,
    to: way?.from,
  });
});

test("finds a bigger version of the thing just discussed, not of the last search", () => {
  const generator: Shown = { sourceId: "resource:gen", title: "Quiet generator, 2 kW" };
  const bikes: Shown = { sourceId: "resource:bike", title: "Bike mechanic" };
  const found = after("who has a generator, and who can fix a bike", generator, bikes);
  const talk = show(found, understandMessage(found, "how strong is the first one", talkContext), [generator]);
  expect(understood("bigger one?", talk)).toMatchObject({
    ability: "find",
    what: "quiet generator",
    size: { value: 2, unit: "kW" },
  });
});

test("reads both ends of a way as one need", () => {
  const needs = understandMessage(newTalk, "how far is it between 3:00 & C and 9:00 & C", talkContext);
  expect(needs).toMatchObject([
    { ability: "distance", from: { words: "3:00 & C" }, to: { words: "9:00 & C" } },
  ]);
});

test("searches again for the missing thing, on the day named next", () => {
  expect(understood("and on saturday?", after("who has a wheelchair"))).toMatchObject({
    ability: "find",
    what: "wheelchair",
    when: { first: "2026-09-05" },
  });
});

test('reads an hour of the city\'s clock after "closer to"', () => {
  expect(understood("closer to 9:00", after("who has a ladder", ladder, steps))).toMatchObject({
    what: "ladder",
    near: { words: "9:00" },
  });
});

test("posts a need for another thing without the place and days of the search before", () => {
  const talk = after("who has a ladder near 7:30 on saturday", ladder);
  expect(understood("tell everyone im looking for a violin", talk)).toMatchObject({
    ability: "post-need",
    what: "violin",
    near: null,
    when: null,
  });
  expect(understood("ask the others", talk)).toMatchObject({
    ability: "post-need",
    what: "ladder",
    near: { words: "7:30" },
  });
});
