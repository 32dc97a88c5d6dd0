import { expect, test } from "vitest";
import { after, ladder, lantern, steps, talkContext, understood } from "../testing/talk-context.ts";
import { newTalk } from "./intent.ts";
import { show, understandMessage } from "./talk-state.ts";

// Refusals, friendly words and second thoughts beside a request, and messages that ask for the same again.

test.each([
  ["any live music tonight, but not deep house", "deep house"],
  ["we need chairs, pls not that crazy set of 40", "crazy set of 40"],
  ["something to charge a phone. not a generator, too noisy", "generator"],
  ["what can I attend tomorrow morning? I would rather skip the things for children", "children"],
])("leaves out what a refusal after the request names: %s", (message, refused) => {
  const needs = understandMessage(newTalk, message, talkContext);
  expect(needs.map(({ without }) => without)).toEqual([[refused]]);
});

test("leaves out of the programme what the next message refuses", () => {
  const asked = after("what's on tomorrow morning");
  expect(understood("and nothing about bicycles", asked)).toMatchObject({
    ability: "whats-on",
    without: ["bicycles"],
  });
});

test.each(["aw cute!! and who has a ladder", "haha ok. who has a ladder", "k. who has a ladder?"])(
  "answers only the request beside a friendly word: %s",
  (message) => {
    expect(understandMessage(newTalk, message, talkContext)).toMatchObject([
      { ability: "find", what: "ladder" },
    ]);
  },
);

test("marks a request beside a friendly word as a part of the message", () => {
  const [beside] = understandMessage(newTalk, "aw cute!! and who has a ladder", talkContext);
  expect([beside?.isPart, understood("who has a ladder").isPart]).toEqual([true, false]);
});

test("reads no complaint after a request as a second request", () => {
  const needs = understandMessage(newTalk, "sleep mask anyone? sun wakes me too early", talkContext);
  expect(needs).toMatchObject([{ what: "sleep mask" }]);
});

test("keeps a thing and the question about it together", () => {
  const needs = understandMessage(newTalk, "the folding ladder, is it free on friday", talkContext);
  expect(needs).toMatchObject([{ ability: "availability", what: "folding ladder" }]);
});

test("searches on another day when nothing of that name was found", () => {
  const found = after("who has knitting needles", ladder);
  expect(understood("and on Sunday?", found)).toMatchObject({ ability: "find", what: "knitting needles" });
  expect(understood("and on Sunday?", after("who has a ladder", ladder)).ability).toBe("availability");
});

test("searches at a place on the day asked about before", () => {
  const found = after("who has a ladder", ladder);
  const asked = show(found, understandMessage(found, "free on friday?", talkContext), [ladder]);
  expect(understood("2:30 & E", asked)).toMatchObject({ what: "ladder", when: { first: "2026-09-04" } });
});

test.each([
  ["any less far?", "nearest"],
  ["ugh that's miles, exist one less far?", "nearest"],
  ["n if i start at 8:30 and E", "nearest"],
])("asks for the same service again: %s", (message, ability) => {
  expect(understood(message, after("nearest water"))).toMatchObject({ ability, topic: "water" });
});

test("searches for what is no service of the city", () => {
  expect(understood("need chairs, nearest to 6:30 & I")).toMatchObject({ ability: "find", what: "chairs" });
});

test("goes to the service nearest to the start of the way", () => {
  expect(understood("show me the way to the toilet")).toMatchObject({
    to: { kind: "service", service: "toilet", from: { kind: "me" } },
  });
});

test("asks what is on the corner named before", () => {
  expect(understood("what's on that corner", after("nearest toilet"))).toMatchObject({
    ability: "at-address",
    near: { kind: "service" },
  });
});

test("notes the second half of a message", () => {
  const needs = understandMessage(
    newTalk,
    "find me somebody who welds, oh and remember i locked the trike at 6:45 & C",
    talkContext,
  );
  expect(needs).toMatchObject([{ ability: "find" }, { ability: "remember" }]);
  expect(needs[1]?.noted).toEqual(["i locked the trike at 6:45 & C"]);
});

test("reads which shown item the user describes", () => {
  const found = after("who has a ladder", ladder, steps);
  expect(understood("where is the one with wheels", found)).toMatchObject({
    ability: "details",
    described: "wheels",
    among: [ladder, steps],
    item: null,
  });
});

test.each([
  ["does anyone have chairs close to my camp", null],
  ["which camp has chairs", "camp"],
])("searches camps only when a camp is wanted: %s", (message, sought) => {
  expect(understood(message).sought).toBe(sought);
});

test("goes from where the user camps", () => {
  const asked = after("where is camp lantern", lantern);
  expect(understood("how far would that be from where I camp", asked)).toMatchObject({
    ability: "distance",
    from: { kind: "home" },
  });
});

test.each([
  ["who has chairs that aren't the set of 40", "set of 40"],
  ["ladder, not the 6m", "6m"],
  ["I don't want a generator, I want a solar panel", "generator"],
])("leaves out what the user describes or does not want: %s", (message, refused) => {
  expect(understandMessage(newTalk, message, talkContext).map(({ without }) => without)).toEqual([[refused]]);
});

test.each(["everything except the step ladder", "anything but the step ladder", "no step ladder"])(
  "keeps the search without what the next message refuses: %s",
  (message) => {
    expect(understood(message, after("who has a ladder", ladder, steps))).toMatchObject({
      ability: "find",
      what: "ladder",
      without: ["step ladder"],
    });
  },
);

test.each([
  "I should like to borrow a ladder, a short one. My knees are not what they were.",
  "hi sweetheart, my knees are not what they were. is there a ladder i may borrow?",
])("takes no story for a second request: %s", (message) => {
  expect(understandMessage(newTalk, message, talkContext)).toMatchObject([{ what: "ladder" }]);
});

test("notes what is asked for after the request", () => {
  const needs = understandMessage(newTalk, "where is a toilet and remind me to bring my cup", talkContext);
  expect(needs).toMatchObject([{ ability: "nearest" }, { ability: "remember" }]);
  expect(needs[1]?.noted).toEqual(["remind me to bring my cup"]);
});

test("asks for the nearest service although another word names a section of the guide", () => {
  expect(understood("Is there any ice to be had at this hour?")).toMatchObject({
    ability: "nearest",
    topic: "ice",
  });
});

test("measures no way from the user to the user", () => {
  const asked = after("who does massage", ladder);
  expect(understood("how far is it from me to me", asked).to).not.toEqual({ kind: "me" });
});

test("asks for a service of the city or a new thing, whatever was asked before", () => {
  for (const found of [after("who has a ladder", ladder, steps), after("whats on tonight", lantern)]) {
    expect(understood("where is water", found)).toMatchObject({ ability: "nearest", topic: "water" });
    expect(understood("where is coffee", found)).toMatchObject({ what: "coffee", item: null });
  }
  expect(understood("where is the step ladder", after("who has a ladder", ladder, steps)).item).toBe(steps);
});
