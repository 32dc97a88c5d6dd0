import { expect, test } from "vitest";
import { shareThought } from "#shared/features/daily/contract.ts";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed, answerNeed } from "#shared/features/needs/contract.ts";
import { announceMade } from "#web/offline/changes.ts";
import { PERSONAL_WORDS, watchForDanger } from "./watch-for-danger.ts";

test("every call in which users write about themselves is watched, and the watched fields exist", () => {
  const calls = [shareThought, createMemory, editMemory, addNeed, answerNeed, requestLoan, stepLoan];
  expect(Object.keys(PERSONAL_WORDS).toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
  for (const { id, body } of calls)
    for (const field of PERSONAL_WORDS[id] ?? []) expect(Object.keys(body.shape), id).toContain(field);
});

test("words of danger are found in every watched form; shared resources are ignored", async () => {
  const heard: string[] = [];
  const stop = watchForDanger((kind) => heard.push(kind));
  const hopeless = "I don't want to live any more. Nobody would notice if I was gone.";
  announceMade([{ endpointId: "daily.share-thought", body: { content: hopeless } }]);
  await expect.poll(() => heard).toEqual(["distress"]);
  announceMade([{ endpointId: "memories.create", body: { content: "My friend is unconscious" } }]);
  await expect.poll(() => heard).toEqual(["distress", "emergency"]);
  announceMade([{ endpointId: "lending.request", body: { message: "he has a knife" } }]);
  await expect.poll(() => heard).toHaveLength(3);
  announceMade([{ endpointId: "resources.create", body: { title: "Overdose kit", description: "Narcan" } }]);
  announceMade([{ endpointId: "memories.create", body: { content: "The sunset was on fire tonight" } }]);
  announceMade([{ endpointId: "memories.create", body: null }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toHaveLength(3);
  stop();
});
