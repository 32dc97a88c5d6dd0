import { expect, test } from "vitest";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { smallWorld } from "../testing/small-world.ts";
import { postToWalkTo } from "./answer-medics.ts";
import { answerDanger } from "./answer-talk.ts";
import type { TalkAnswer } from "./talk-answer.ts";
import { understand } from "./understand.ts";

test.each([
  "wheres medical",
  "i cut my foot",
  "where is first aid",
  "got a blister",
  "i twisted my ankel",
  "sunburned shoulders",
])("%s: shows the way first", (message) => {
  expect(postToWalkTo(message)).toBe("medical");
});

test.each([
  "my friend isnt breathing where is medical",
  "medic!! hes bleeding bad",
  "call a doctor she is unconscious",
  "where is medical my chest hurts",
  "need a medic now",
  "he wont wake up get the medics",
  "i cut my foot and it wont stop bleeding",
  "i hit my head on a pole",
  "someone overdosed where is first aid",
])("%s: shows the card alone", (message) => {
  expect(postToWalkTo(message)).toBeNull();
});

test.each([
  "nearest ranger",
  "where is the next ranger station",
  "how far is a ranger from 7:30 & E",
  "rangers?",
])("%s: shows the way to Rangers first", (message) => {
  expect(postToWalkTo(message)).toBe("ranger");
});

test.each(["get a ranger, somebody follows me now", "a ranger helped my friend, who collapsed"])(
  "%s: shows the card alone although the message names Rangers",
  (message) => {
    expect(postToWalkTo(message)).toBeNull();
  },
);

const world = smallWorld([], { services: servicesOf(specCity) });

// By themselves these messages would be searches and questions to the guide. When danger is detected, the card is shown anyway.
test.each(["sunburned shoulders", "doctor at 9?", "medical tent from there", "wheres medical"])(
  "%s: shows the card below the way, whatever the message is taken for",
  async (message) => {
    expect((await inDanger(message, "emergency")).ui).toMatchObject({
      type: "help-card",
      kind: "emergency",
      lead: expect.stringMatching(/medical/i),
    });
  },
);

test.each([
  ["cant see a thing in this dust where tf am i", "I don't know where you are"],
  ["what stuff do i still have to hand back", "profile"],
])("%s: answers above the card", async (message, words) => {
  const { ui } = await inDanger(message, "emergency");
  expect(ui).toEqual({ type: "help-card", kind: "emergency", lead: expect.stringContaining(words) });
});

test.each([
  ["my friend is passing out, where is water", "emergency"],
  ["is it heat stroke if he talks nonsense", "emergency"],
  ["where am i, nobody wants me here", "distress"],
] as const)("%s: shows no answer beside the card", async (message, kind) => {
  expect((await inDanger(message, kind)).ui).toEqual({ type: "help-card", kind });
});

async function inDanger(message: string, kind: HelpKind): Promise<TalkAnswer> {
  const { intents } = await understand(world, [], message);
  return await answerDanger(world, kind, intents, message);
}
