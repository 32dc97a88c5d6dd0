import { expect, test } from "vitest";
import { getThread } from "#shared/features/chat/contract.ts";
import { deleteMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { idsOf, postMessage, readAnswer } from "#server/testing/chat-app.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { calls, openModelWorld, words } from "#server/testing/model-world.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { tablesWith } from "#server/testing/tables-with.ts";

// A model may use a memory without citing it, and the memory is deleted later.

const QUOTED = "This answer quoted a memory that you have deleted.";

async function keep(client: TestClient): Promise<string> {
  const body = { type: "want-to-know", content: "My lamp is under the green crate" } as const;
  return (await client.call(createMemory, { body })).id;
}

async function ask(client: TestClient, text: string, threadId?: string): Promise<string> {
  return idsOf(await readAnswer(await postMessage(client, { text, threadId }))).threadId;
}

async function answersIn(client: TestClient, threadId: string): Promise<string[]> {
  const { messages } = await client.call(getThread, { params: { threadId } });
  return messages.flatMap(({ role, content }) => (role === "assistant" ? [content] : []));
}

test("clears an answer that used a deleted memory without citing it, and what was built on it", async () => {
  const model = scriptedModel(["It sits beneath viridian boards."]);
  await using app = await startTestApp({ chat: { languageModel: model } });
  const ada = await app.signUp("Ada");
  const id = await keep(ada);
  const unrelated = await ask(ada, "tell me a joke about camels");
  const threadId = await ask(ada, "where is my lamp?");
  await ask(ada, "thanks, good night", threadId);
  expect(await answersIn(ada, threadId)).toHaveLength(2);
  await ada.call(deleteMemory, { params: { memoryId: id } });
  expect(await answersIn(ada, threadId)).toEqual([QUOTED, QUOTED]);
  expect(await answersIn(ada, unrelated)).toEqual(["It sits beneath viridian boards."]);
  await ask(ada, "hello", threadId);
  expect(model.prompts.at(-1)?.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(JSON.stringify(model.prompts.at(-1))).not.toMatch(/viridian|my lamp|quoted a memory/);
});

test("clears an answer whose tools returned a deleted memory", async () => {
  await using world = await openModelWorld();
  const { ada, script } = world;
  const id = await keep(ada);
  script([calls([{ name: "recall", arguments: { about: "lamp" } }]), words("Beneath viridian boards.")]);
  const threadId = await ask(ada, "good evening, my friend");
  await ada.call(deleteMemory, { params: { memoryId: id } });
  expect(await answersIn(ada, threadId)).toEqual([QUOTED]);
});

test("stores no answer whose memory was deleted while it was written", async () => {
  const model = scriptedModel(["Beneath ", { pauseMs: 600_000 }, "viridian boards."]);
  await using app = await startTestApp({ chat: { languageModel: model, checkpointMs: 3_600_000 } });
  const ada = await app.signUp("Ada");
  const id = await keep(ada);
  const response = await postMessage(ada, { text: "where is my lamp?" });
  const frames = await readAnswer(response, ({ event }) => event?.type === "text-delta");
  const { threadId, runId } = idsOf(frames);
  await ada.call(deleteMemory, { params: { memoryId: id } });
  await ada.request(`/api/chat/runs/${runId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await answersIn(ada, threadId)).toEqual([QUOTED]);
  expect(await tablesWith("Beneath", app.database)).toEqual([]);
});
