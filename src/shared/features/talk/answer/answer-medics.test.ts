import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import { postToWalkTo, wayToMedics } from "./answer-medics.ts";
import { worldOfCopy } from "./copy-world.ts";

test.each([
  "wheres medical",
  "i cut my foot",
  "where is first aid",
  "got a blister",
  "i twisted my ankel",
  "sunburned shoulders",
])("%s: the way first", (message) => {
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
])("%s: the card first, and alone", (message) => {
  expect(postToWalkTo(message)).toBeNull();
});

test.each([
  "nearest ranger",
  "where is the next ranger station",
  "how far is a ranger from 7:30 & E",
  "rangers?",
])("%s: the way to Rangers first", (message) => {
  expect(postToWalkTo(message)).toBe("ranger");
});

test.each(["get a ranger, somebody follows me now", "a ranger helped my friend, who collapsed"])(
  "%s: the card first, and alone, although it names Rangers",
  (message) => {
    expect(postToWalkTo(message)).toBeNull();
  },
);

const world = worldOfCopy({
  productName: "Looby",
  city: specCity,
  clock: { now: new Date("2026-09-01T04:10:00Z"), zone: "America/Los_Angeles" },
  me: null,
  home: null,
  services: servicesOf(specCity),
  communities: [],
  own: async () => null,
  events: async () => null,
  index: indexDocuments([]),
  needs: new Set(),
  connected: [],
  facts: new Map(),
});

// On their own these messages would be searches and questions to the guide. When danger is detected, the card is shown anyway.
test.each(["sunburned shoulders", "doctor at 9?", "medical tent from there", "wheres medical"])(
  "%s: the card is below the way, whatever it is taken for",
  async (message) => {
    expect((await wayToMedics(world, [], message))?.ui).toMatchObject({
      type: "help-card",
      kind: "emergency",
    });
  },
);
