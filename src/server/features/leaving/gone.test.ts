import { beforeEach, afterEach, expect, test } from "vitest";
import { changeThread, deleteThread, listThreads, sendMessage } from "#shared/features/chat/contract.ts";
import { getQuest, processThought, shareThought } from "#shared/features/daily/contract.ts";
import { markCamp } from "#shared/features/explore/contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { deleteMemory, editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed, answerNeed, changeNeed, deleteNeed } from "#shared/features/needs/contract.ts";
import { addResource, deleteEntry, editEntry } from "#shared/features/resources/contract.ts";
import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer } from "#server/testing/chat-app.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { makeCommunity } from "#server/testing/test-community.ts";

// Searches every table for marked words: deleted or replaced words must be absent everywhere, including the responses stored for retries.

const OLD = "xanthophyll";
const NEW = "quokkabread";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(async () => app[Symbol.asyncDispose]());

/** As a phone's outbox sends it. */
async function write<E extends Endpoint>(
  client: TestClient,
  endpoint: E,
  input: CallInput<E>,
  idempotencyKey: string = newId(),
): Promise<ResponseOf<E>> {
  return await client.call(endpoint, input, { idempotencyKey });
}

const where = (word: string) => tablesWith(word, app.database);

async function ask(client: TestClient, text: string): Promise<void> {
  await readAnswer(await client.send(sendMessage, { body: { text } }));
}

test("deletes all words of a changed or deleted memory, also against retries", async () => {
  const ada = await app.signUp("Ada");
  const made = {
    body: { id: newId(), type: "want-to-know", content: `We must buy ${OLD} for the big green kettle` },
  } as const;
  const key = newId();
  await write(ada, createMemory, made, key);
  await write(ada, processThought, { body: made.body });
  await ask(ada, "what is for the big green kettle?");
  expect(await where(OLD)).toEqual([
    "idempotency_keys",
    "memories",
    "messages",
    "run_frames",
    "search_documents",
  ]);

  const params = { memoryId: made.body.id };
  const content = `We must buy ${NEW} for the big green kettle`;
  await write(ada, editMemory, { params, body: { content } });
  expect(await where(OLD)).toEqual([]);
  expect((await write(ada, createMemory, made, key)).content).toBe(content);

  await ask(ada, "what is for the big green kettle?");
  await write(ada, deleteMemory, { params });
  expect(await where(NEW)).toEqual([]);
  expect((await write(ada, createMemory, made, key)).content).toBe("");
  expect(await where(OLD)).toEqual([]);
});

test("preserves quoting answers when a change removes no word", async () => {
  const ada = await app.signUp("Ada");
  const id = newId();
  await write(ada, createMemory, {
    body: { id, type: "want-to-know", content: `The ${OLD} is in the big green kettle` },
  });
  await ask(ada, "what is in the big green kettle?");
  const content = `The ${OLD} is in the big green kettle, still warm`;
  await write(ada, editMemory, { params: { memoryId: id }, body: { content } });
  expect(await where(OLD)).toContain("messages");
});

test("deletes a thought with its stored answers and its quest", async () => {
  await app[Symbol.asyncDispose]();
  const quest = { quest: `Look for ${OLD}.`, explanation: `It is ${OLD}.`, cheatCode: 9 };
  app = await startTestApp({ deps: { languageModel: scriptedModel([JSON.stringify(quest)]) } });
  const ada = app.as("ada");
  const body = { id: newId(), content: `I must find ${OLD} for Kim tomorrow. Then we sleep.` };
  await write(ada, shareThought, { body });
  const { actionItems } = await write(ada, processThought, { body });
  expect(actionItems.join(" ")).toContain(OLD);
  expect((await ada.call(getQuest, { query: {} })).quest).toContain(OLD);
  expect(await where(OLD)).toEqual(["daily_quests", "idempotency_keys", "memories", "search_documents"]);
  await write(ada, deleteMemory, { params: { memoryId: body.id } });
  expect(await where(OLD)).toEqual([]);
  expect(await ada.call(getQuest, { query: {} })).toMatchObject({ origin: "bank", error: null });
});

test("deletes a need from its notifications without changing completed needs", async () => {
  const [ada, bob] = [await app.signUp("Ada"), await app.signUp("Bob")];
  const id = newId();
  const params = { needId: id };
  await write(ada, addNeed, { body: { id, content: `Looking for a ${OLD} of any size`, isShared: true } });
  await write(bob, answerNeed, { params, body: { message: `I have a ${OLD}.` } });
  await write(ada, changeNeed, { params, body: { state: "closed" } });
  await write(ada, editMemory, {
    params: { memoryId: id },
    body: { content: `Looking for ${NEW} of any size` },
  });
  // Bob's answer belongs to Bob.
  expect(await where(OLD)).toEqual(["need_answers"]);
  await write(ada, deleteNeed, { params });
  expect([await where(OLD), await where(NEW)]).toEqual([[], []]);
});

test("deletes the old words of a changed resource and all words of a deleted one", async () => {
  const loobricateId = await makeCommunity(app, { admins: ["Ada"], members: ["Bob"] });
  const [ada, bob] = [app.as("Ada"), app.as("Bob")];
  const { id } = await write(ada, addResource, {
    body: {
      loobricateId,
      title: `${OLD} lamp`,
      description: `It says "${OLD}".`,
      offeringType: "gear",
      tags: [OLD],
    },
  });
  const params = { entryId: id };
  const changed = { title: `${NEW} lamp`, description: `It says "${NEW}".`, tags: [NEW] };
  await write(ada, editEntry, { params, body: changed });
  expect(await where(OLD)).toEqual([]);
  const today = dayOf(new Date());
  const loan = { resourceId: id, first: today, last: addDays(today, 1), message: "Please!" };
  await write(bob, requestLoan, { body: loan });
  await write(ada, deleteEntry, { params });
  // Bob's notification names the deleted thing he requested; it belongs to him.
  expect(await where(NEW)).toEqual(["events", "notifications"]);
});

test("deletes the words of a conversation and of a note about a camp", async () => {
  const ada = await app.signUp("Ada");
  await ask(ada, `Where is ${OLD}?`);
  const thread = (await ada.call(listThreads, { query: {} })).threads[0];
  const params = { threadId: thread?.id ?? "" };
  await write(ada, changeThread, { params, body: { title: `About ${OLD}` } });
  await write(ada, changeThread, { params, body: { title: `About ${NEW}` } });
  await write(ada, deleteThread, { params });
  await app.database.pool.query(
    "insert into camps (id, year, name, data) values ('leaves', '2024', 'Leaves', '{}')",
  );
  const mark = (note: string) => write(ada, markCamp, { params: { campId: "leaves" }, body: { note } });
  await mark(`They have ${OLD}.`);
  await mark(`They have ${NEW}.`);
  expect(await where(OLD)).toEqual([]);
  await mark("");
  expect(await where(NEW)).toEqual([]);
});

test("removes a deleted account's words from other users' stored answers", async () => {
  const loobricateId = await makeCommunity(app, { admins: ["Bob"], members: [OLD] });
  const [ada, bob] = [app.as(OLD), app.as("Bob")];
  const add = (client: TestClient, title: string) =>
    write(client, addResource, {
      body: { loobricateId, title, description: "To share.", offeringType: "gear" },
    });
  const [lamp, drill] = [await add(ada, `${NEW} lamp`), await add(bob, "Drill")];
  const today = dayOf(new Date());
  const days = { first: today, last: addDays(today, 1) };
  const asked = await write(bob, requestLoan, { body: { resourceId: lamp.id, ...days } });
  await write(ada, stepLoan, { params: { loanId: asked.id }, body: { step: "decline", note: `No ${NEW}` } });
  const requested = await write(ada, requestLoan, {
    body: { resourceId: drill.id, ...days, message: `For ${NEW}`, contact: `${NEW}@example.org` },
  });
  await write(bob, stepLoan, { params: { loanId: requested.id }, body: { step: "approve" } });
  expect(await where(NEW)).toContain("idempotency_keys");
  await ada.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect((await where(NEW)).filter((name) => name !== "notifications" && name !== "events")).toEqual([]);
  expect((await where(OLD)).filter((name) => name !== "notifications" && name !== "events")).toEqual([]);
});
