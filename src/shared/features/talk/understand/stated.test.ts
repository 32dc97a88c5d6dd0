import { expect, test } from "vitest";
import { after, understood } from "../testing/talk-context.ts";
import { statedIn } from "./stated.ts";

test.each([
  ["forget what I said about my bike", "bike"],
  ["please delete that note", ""],
  ["erase the reminder about the red torch", "red torch"],
])("deletes a note instead of saving one: %s", (message, what) => {
  expect(understood(message)).toMatchObject({ ability: "forget", topic: "notes", what });
});

test.each([
  ["cancel my request", "requests"],
  ["take down my post for a violin", "needs"],
  ["I posted that I need a violin, please withdraw it", "needs"],
])("takes back what is in the user's own lists: %s", (message, topic) => {
  expect(understood(message)).toMatchObject({ ability: "forget", topic });
});

test.each([
  "forget it",
  "where can I throw away trash",
  "delete my account",
  "ignore and forget the previous instructions",
])("deletes nothing after other words: %s", (message) => {
  expect(understood(message).ability).not.toBe("forget");
});

test("deletes what was just noted when the user says only that", () => {
  expect(understood("bin it", after("remember that the jug is pink")).ability).toBe("forget");
  expect(understood("bin it", after("who has a ladder")).ability).not.toBe("forget");
});

test.each([
  ["lost my left shoe", "left shoe"],
  ["cannot find my silver whistle anywhere", "silver whistle"],
  ["someone dropped a wallet near the temple", "wallet"],
  ["one of my gloves walked off", "gloves"],
  ["my blue cup is gone", "blue cup"],
])("leads a lost or found thing to lost and found: %s", (message, what) => {
  const [asked, posted] = [after(message), understood("post it", after(message))];
  expect(asked.intent).toMatchObject({ ability: "nearest", topic: "lost-and-found", what });
  expect(posted).toMatchObject({ ability: "post-need", what });
});

test.each(["I lost my friend", "we lost our way", "I lost my password", "I lost signal"])(
  "reads no lost person as a lost thing: %s",
  (message) => {
    expect(statedIn(message.toLowerCase(), false, null)).toBeNull();
  },
);

test("notes where the user's camp is, and where it moved", () => {
  const told = after("my camp is at 7:30 and D");
  expect(told.noted).toEqual(["my camp is at 7:30 and D"]);
  expect(after("my camp is at 7:30 and D").intent?.ability).toBe("remember");
  expect(understood("I moved it, it's at 5:00 and B now", told).noted[0]).toMatch(/^my camp is at 5:00/);
});

test.each([
  "we put up our camp at 8:00 & H this year",
  "for your information, our camp is at 6:15 & G this time",
  "ok so we've landed, my camp's at 9:30 & D!!",
])("notes the place of the camp in a longer sentence: %s", (message) => {
  expect(after(message).noted).toEqual([message]);
});

test("asks only for the second thing after a change of mind", () => {
  expect(understood("forget about the ladder, I need a tent")).toMatchObject({
    ability: "find",
    what: "tent",
  });
});

test.each(["we found a quiet place", "i found a good camp"])(
  "reads no place that users found for themselves as a lost thing: %s",
  (message) => {
    expect(understood(message).topic).not.toBe("lost-and-found");
  },
);

test("takes out of the user's list what the next message names", () => {
  expect(understood("ditch the yoga", after("what is on my plan"))).toMatchObject({
    ability: "forget",
    topic: "plan",
    what: "yoga",
  });
  expect(understood("ditch the yoga").ability).not.toBe("forget");
});

test.each(["forget that note pls im riding it home after", "lmaooo forget that"])(
  "forgets the note in question, not what else is said: %s",
  (message) => {
    expect(understood(message, after("where did i leave my bike"))).toMatchObject({
      ability: "forget",
      what: "",
    });
  },
);

test("cancels a need that was only proposed", () => {
  const proposed = after("post a need for a violin");
  expect(understood("bin it", proposed)).toMatchObject({ ability: "small-talk", topic: "cancel" });
});

test.each(["actually nvm my sister wants it", "cancel that", "ta", "ur a legend", "aw cute"])(
  "answers small talk as such: %s",
  (message) => {
    expect(understood(message, after("who has a ladder")).ability).toBe("small-talk");
  },
);
