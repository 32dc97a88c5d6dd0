import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { stopRun } from "#shared/features/chat/contract.ts";
import { newId } from "#shared/id.ts";
import { forgetOldBudgets } from "./budget-repository.ts";
import { chargesFor, pay } from "./budget.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";
import { failureOfStatus } from "#server/platform/llm/model-failures.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer, idsOf, postMessage, startChatApp, textOf } from "#server/testing/chat-app.ts";

/** In the middle of an hour. */
const now = () => Date.UTC(2026, 7, 30, 12, 30);

const plenty = {
  userRuns: 1e6,
  visitorRuns: 1e6,
  addressRuns: 1e6,
  totalRuns: 1e6,
  userCharacters: 1e6,
  visitorCharacters: 1e6,
  totalCharacters: 1e9,
  answerTokens: 25,
};

test("gives a visitor and a user separate budgets, with the time to retry", async () => {
  const model = scriptedModel(["ok"]);
  const budget = { ...plenty, visitorRuns: 2, userRuns: 3 };
  await using app = await startChatApp({ now, languageModel: model, budget });
  const visitor = app.as("a visitor");
  const ada = await app.signUp("Ada");
  for (let turn = 0; turn < 2; turn += 1)
    await readAnswer(await postMessage(visitor, { text: `turn ${turn}` }));
  for (let turn = 0; turn < 3; turn += 1) await readAnswer(await postMessage(ada, { text: `turn ${turn}` }));
  for (const client of [visitor, ada])
    expect(await reasonOf(await postMessage(client, { text: "one more" }))).toBe(
      "That is all the language model may answer you this hour. Please try again in 30 minutes.",
    );
  expect(model.prompts).toHaveLength(5);
  expect([await used(app, "run|user|%"), await used(app, "run|visitor|%")]).toEqual([3, 2]);
  // Other users are not affected, and the first call in a new hour is accepted.
  expect(textOf(await readAnswer(await postMessage(app.as("another visitor"), { text: "and me?" })))).toBe(
    "ok",
  );
  await app.database.pool.query("update model_budgets set window_start = window_start - interval '1 hour'");
  expect(textOf(await readAnswer(await postMessage(ada, { text: "a new hour" })))).toBe("ok");
});

test("charges neither words of danger nor search mode", async () => {
  const model = scriptedModel(["ok"]);
  const budget = { ...plenty, visitorRuns: 1 };
  await using app = await startChatApp({ now, languageModel: model, budget });
  const visitor = app.as("a visitor");
  await readAnswer(await postMessage(visitor, { text: "hello" }));
  expect(await reasonOf(await postMessage(visitor, { text: "hello again" }))).toMatch(/this hour/);
  const frames = await readAnswer(await postMessage(visitor, { text: "my friend is unconscious" }));
  expect(textOf(frames)).toMatch(/^\*\*Get people first/);

  await using searching = await startChatApp({ now, budget });
  for (let turn = 0; turn < 3; turn += 1)
    await readAnswer(await postMessage(searching.as("v"), { text: "a ladder?" }));
  expect((await searching.database.pool.query("select from model_budgets")).rowCount).toBe(0);
});

test("grants concurrent calls exactly the rest of the budget", async () => {
  const model = scriptedModel(["ok"]);
  await using app = await startChatApp({ now, languageModel: model, budget: { ...plenty, totalRuns: 7 } });
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => app.signUp(`Person ${index}`)));
  const responses = await Promise.all(people.map((person) => postMessage(person, { text: "now" })));
  const reasons = await Promise.all(responses.map(reasonOf));
  expect(reasons.filter((reason) => reason === null)).toHaveLength(7);
  expect(new Set(reasons.filter((reason) => reason !== null))).toEqual(
    new Set(["The language model has answered all it may for now. Please try again in 30 minutes."]),
  );
  expect(model.prompts).toHaveLength(7);
  expect(await used(app, "run|total")).toBe(7);

  await using other = await startChatApp({
    now,
    languageModel: model,
    budget: { ...plenty, visitorRuns: 1 },
  });
  const visitor = other.as("v");
  await visitor.call(getSession, {});
  const messageId = newId();
  const same = await Promise.all([1, 2, 3].map(() => postMessage(visitor, { text: "once", messageId })));
  for (const response of same) expect(textOf(await readAnswer(response))).toBe("ok");
});

test("protects the budget of others from the visitors of one address", async () => {
  const model = scriptedModel(["ok"]);
  const budget = { ...plenty, addressRuns: 2, totalRuns: 20 };
  await using app = await startChatApp({ now, languageModel: model, budget });
  const from = (name: string, address: string) =>
    app.as(name).request("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json", "x-test-address": address },
      body: JSON.stringify({ text: "hello" }),
    });
  expect(await reasonOf(await from("v1", "2001:db8::1"))).toBeNull();
  expect(await reasonOf(await from("v2", "2001:db8::2"))).toBeNull();
  expect(await reasonOf(await from("v3", "2001:db8:0:0:ffff::3"))).toMatch(/all it may/);
  expect(await reasonOf(await from("v4", "192.0.2.4"))).toBeNull();
  expect(await reasonOf(await from("v5", "192.0.2.5"))).toBeNull();
  expect(await reasonOf(await from("v6", "192.0.2.6"))).toMatch(/all it may/); // a fifth of 20
  expect(await reasonOf(await postMessage(await app.signUp("Ada"), { text: "hello" }))).toBeNull();
});

test("reserves the characters of a day and returns unused ones", async () => {
  const model = scriptedModel([{ type: "reasoning", delta: "x".repeat(30) }, "y".repeat(20)]);
  const budget = { ...plenty, userCharacters: 220 };
  await using app = await startChatApp({ now, languageModel: model, budget });
  const ada = await app.signUp("Ada");
  await readAnswer(await postMessage(ada, { text: "one" }));
  expect(await used(app, "characters|user|%")).toBe(50);
  await readAnswer(await postMessage(ada, { text: "two" }));
  await readAnswer(await postMessage(ada, { text: "three" }));
  expect(await used(app, "characters|user|%")).toBe(150);
  expect(await used(app, "characters|total")).toBe(150);
  expect(await reasonOf(await postMessage(ada, { text: "four" }))).toBe(
    "That is all the language model may answer you today. Please try again in 12 hours.",
  );
  expect(await used(app, "run|user|%")).toBe(3);
});

test("does not charge a provider's failure before its first word", async () => {
  const gone = new ModelError(failureOfStatus(503, null));
  await using failing = await startChatApp({ now, languageModel: scriptedModel([gone]), budget: plenty });
  await readAnswer(await postMessage(await failing.signUp("Ada"), { text: "hello" }));
  for (const bucket of ["run|user|%", "characters|user|%", "run|total", "characters|total"]) {
    expect(await used(failing, bucket), bucket).toBe(0);
  }
  await using breaking = await startChatApp({
    now,
    languageModel: scriptedModel(["abc", gone]),
    budget: plenty,
  });
  await readAnswer(await postMessage(await breaking.signUp("Ada"), { text: "hello" }));
  expect(await used(breaking, "run|user|%")).toBe(1);
  expect(await used(breaking, "characters|user|%")).toBe(3);

  await using slow = await startChatApp({
    now,
    languageModel: scriptedModel([{ pauseMs: 60_000 }]),
    budget: plenty,
  });
  const ada = await slow.signUp("Ada");
  const { runId } = idsOf(await readAnswer(await postMessage(ada, { text: "hello" }), () => true));
  while ((await used(slow, "run|user|%")) === 0) await sleep(5);
  await ada.call(stopRun, { params: { runId }, body: {} });
  expect(await used(slow, "run|user|%")).toBe(1);
  expect(await used(slow, "characters|user|%")).toBe(0);
});

test("charges a clock that is behind to the newer window", async () => {
  await using app = await startChatApp();
  const { kysely } = app.database;
  const actor = { userId: "u1", kind: "user", pseudonym: "U", sessionId: "s" } as const;
  const at = (time: number) => chargesFor({ ...plenty, userRuns: 2 }, { actor, address: null, now: time });
  await pay(kysely, at(now()));
  await pay(kysely, at(now() - 3_600_000));
  expect(await pay(kysely, at(now()))).toMatch(/this hour/);
  await forgetOldBudgets(kysely, new Date(now() + 1));
  expect((await app.database.pool.query("select from model_budgets")).rowCount).toBe(0);
});

async function used(app: Awaited<ReturnType<typeof startChatApp>>, bucket: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ used: number }>(
    "select coalesce(sum(used), 0)::int as used from model_budgets where bucket like $1",
    [bucket],
  );
  return rows[0]?.used ?? 0;
}

/** The reason why the model did not answer; null when it did. */
async function reasonOf(response: Response): Promise<string | null> {
  expect(response.status).toBe(200);
  const events = (await readAnswer(response)).map(({ event }) => event);
  const ui = events.find((event) => event?.type === "data-ui")?.data;
  return ui?.type === "model-away" ? ui.reason : null;
}
