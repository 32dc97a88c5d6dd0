import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { setUseRag } from "#shared/features/settings/contract.ts";
import { createLinkCode } from "#shared/features/telegram/contract.ts";
import { postMessage, readAnswer } from "#server/testing/chat-app.ts";
import { type ScriptedModel, scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { openTelegramWorld, type TelegramWorld } from "#server/testing/doubles/telegram-world.ts";

// The switch "Answer from the library" of a person's page, for their questions in Telegram.

let world: TelegramWorld;
let model: ScriptedModel;
beforeEach(async () => {
  model = scriptedModel(["Fine."]);
  world = await openTelegramWorld({ deps: { languageModel: model } });
});
afterEach(async () => world[Symbol.asyncDispose]());

async function linked(name: string) {
  const person = await world.link(name);
  const body = { type: "want-to-know", content: "My lamp is under the green crate" } as const;
  await person.client.call(createMemory, { body });
  /** Whether the model receives the memory with a question from Telegram. */
  const reads = async () => {
    await person.send("where is my lamp?");
    return JSON.stringify(model.prompts.at(-1)).includes("green crate");
  };
  return { ...person, reads };
}

test("asks with the switch that the person's page stored, or sent last", async () => {
  const { client, reads } = await linked("Ada");
  expect(await reads()).toBe(true);
  await client.call(setUseRag, { body: { useRag: false } });
  expect(await reads()).toBe(false);
  await readAnswer(await postMessage(client, { text: "hello", useRag: true }));
  expect(await reads()).toBe(true);
  await readAnswer(await postMessage(client, { text: "hello", useRag: false }));
  expect(await reads()).toBe(false);
});

test("takes the switch over when the chat is linked", async () => {
  const { client, reads } = await linked("Ada");
  await client.call(createLinkCode, { body: { useRag: false } });
  expect(await reads()).toBe(false);
});

test("saves a memory with the person's switch", async () => {
  const { client, send, phone } = await linked("Ada");
  const keep = async (text: string) => {
    await send(`remember that ${text}`);
    const offer = phone.sent.at(-1);
    if (offer === undefined) throw new Error("nothing was offered");
    await world.deliver(phone.press(offer, "Keep it"));
    const [newest] = await client.call(listMemories, { query: {} });
    return newest;
  };
  expect(await keep("the kettle is made of copper")).not.toHaveProperty("useRag");
  await client.call(setUseRag, { body: { useRag: false } });
  expect(await keep("the quokka sleeps behind the tent")).toMatchObject({ useRag: false });
});
