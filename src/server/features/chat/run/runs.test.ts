import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { getThread, stopRun } from "#shared/features/chat/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { prove } from "#server/http/authorized.ts";
import { scriptedModel, type ScriptStep } from "#server/testing/doubles/scripted-model.ts";
import {
  type ReceivedFrame,
  readAnswer,
  idsOf,
  postMessage,
  shapeOf,
  startChatApp,
  textOf,
} from "#server/testing/chat-app.ts";

test("resumes an answer byte-equal after 20 random disconnects [fault]", async () => {
  const words = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), {
    numRuns: 120,
    seed: 11,
  });
  const cuts = fc.sample(fc.integer({ min: 1, max: 6 }), { numRuns: 20, seed: 12 });
  const script = words.flatMap<ScriptStep>((word) => [`${word}.`, { pauseMs: 9 }]);
  await using app = await startChatApp({ languageModel: scriptedModel(script), checkpointMs: 50 });
  const ada = app.as("ada");
  const received: ReceivedFrame[] = [];
  let response = await postMessage(ada, { text: "tell me everything" });
  for (const cut of cuts) {
    received.push(...(await readAnswer(response, (_, count) => count === cut)));
    const { runId } = idsOf(received);
    const lastId = received.at(-1)?.id ?? 0;
    const byHeader = cut % 2 === 0;
    response = await ada.request(`/api/chat/runs/${runId}/stream${byHeader ? "" : `?after=${lastId}`}`, {
      headers: byHeader ? { "last-event-id": String(lastId) } : {},
    });
  }
  received.push(...(await readAnswer(response)));
  expect(textOf(received)).toBe(words.map((word) => `${word}.`).join(""));
  expect(received.slice(0, -1).map(({ id }) => id)).toEqual(
    received.slice(0, -1).map((_, index) => index + 1),
  );
  expect(received.at(-1)?.event).toBeNull();

  // Long after its end, a listener on any server can still read the run from any position.
  const { runId, threadId } = idsOf(received);
  const again = await readAnswer(await ada.request(`/api/chat/runs/${runId}/stream?after=5`));
  expect(again).toEqual(received.slice(5));
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages[1]?.content).toBe(textOf(received));

  await app.database.pool.query("delete from run_frames");
  const gone = await ada.request(`/api/chat/runs/${runId}/stream`);
  expect(gone.status).toBe(410);
  expect(
    (await ada.request(`/api/chat/runs/${runId}/stream`, { headers: { "last-event-id": "x" } })).status,
  ).toBe(400);
});

test("continues without a listener until another tab stops the run", async () => {
  const model = scriptedModel(["First.", { pauseMs: 5 }, " Second.", { pauseMs: 60_000 }, "Never."]);
  await using app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  const { runId, threadId } = idsOf(await readAnswer(await postMessage(ada, { text: "go" }), () => true));
  const tab = ada.request(`/api/chat/runs/${runId}/stream`);
  const received = readAnswer(await tab, ({ event }) => event?.type === "abort");
  await until(async () => (await contentOf()) === "First. Second.");
  expect(model.aborted).toBe(0);
  expect(await ada.call(stopRun, { params: { runId }, body: {} })).toEqual({ stopped: true });
  expect(model.aborted).toBe(1);
  expect(shapeOf(await received)).toBe("start text-start text-delta text-end abort");
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages[1]).toMatchObject({ content: "First. Second.", state: "stopped", error: null });
  expect(await ada.call(stopRun, { params: { runId }, body: {} })).toEqual({ stopped: false });

  async function contentOf() {
    return (await ada.call(getThread, { params: { threadId } })).messages[1]?.content;
  }
});

test("ends an endless run at the time limit", async () => {
  const model = scriptedModel(["On and on", { pauseMs: 60_000 }]);
  const runCapMs = 123_456;
  using timers = vi.spyOn(globalThis, "setTimeout");
  await using app = await startChatApp({ languageModel: model, runCapMs });
  const reachLimit = () => timers.mock.calls.find(([, ms]) => ms === runCapMs)?.[0]();
  const frames = await readAnswer(await postMessage(app.as("ada"), { text: "go" }), ({ event }) => {
    if (event?.type === "text-delta") reachLimit();
    return false;
  });
  expect(textOf(frames)).toBe("On and on");
  expect(frames.at(-3)?.event).toMatchObject({ data: { code: "timeout", retryable: true } });
  expect(model.aborted).toBe(1);
});

test("marks the runs of a crashed server as interrupted and notifies listeners", async () => {
  const model = scriptedModel(["Kept.", { pauseMs: 60_000 }]);
  await using app = await startChatApp({ languageModel: model, checkpointMs: 30 });
  const ada = app.as("ada");
  const live = await readAnswer(
    await postMessage(ada, { text: "go" }),
    ({ event }) => event?.type === "text-delta",
  );
  const { runId, threadId } = idsOf(live);
  await until(
    async () =>
      (await app.database.pool.query("select from run_frames where frames::text like '%Kept%'")).rowCount !==
      0,
  );

  // The state after kill -9 and a restart: rows marked as running. If the dead server were still writing, its writes would be fenced off.
  const stillConnected = readAnswer(await ada.request(`/api/chat/runs/${runId}/stream?after=3`));
  await app.openAnother({ database: { ...app.database, engine: "pglite" } }); // the embedded database has one server at a time
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages[1]).toMatchObject({ content: "Kept.", state: "interrupted" });
  expect(messages[1]?.error).toMatch(/restarted.*saved\.$/);
  expect(shapeOf(await stillConnected)).toBe("text-end data-error error [DONE]");
  expect(model.aborted).toBe(1);

  // A listener that is ahead of the last checkpoint also gets the end.
  const ahead = await readAnswer(await ada.request(`/api/chat/runs/${runId}/stream?after=900`));
  expect(shapeOf(ahead)).toBe("text-end data-error error [DONE]");
  expect(ahead[1]?.event).toEqual({
    type: "data-error",
    data: { code: "interrupted", retryable: true, retryAfter: null },
  });
});

test("creates one thread and one answer when a first message arrives twice", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Once."]) });
  const ada = await app.signUp("Ada");
  for (let round = 0; round < 5; round += 1) {
    const body = { messageId: newId(), threadId: newId(), text: "go" };
    const answers = await Promise.all([postMessage(ada, body), postMessage(ada, body)]);
    const runIds = answers.map(({ headers }) => headers.get("looby-run"));
    expect(runIds).toEqual([expect.any(String), runIds[0]]);
    for (const answer of answers) expect(textOf(await readAnswer(answer))).toBe("Once.");
  }
});

test("stores all text at a clean shutdown", async () => {
  const model = scriptedModel(["All ", "of ", "it.", { pauseMs: 60_000 }]);
  await using app = await startChatApp({ languageModel: model });
  const other = await app.openAnother();
  const visitor = { userId: "anon-1", kind: "visitor", pseudonym: "anon", sessionId: "s" } as const;
  let received = "";
  for await (const text of (await other.respond(visitor, { text: "go" })).events) {
    received += text;
    if (received.includes("of it.")) void other.close();
  }
  expect(received).toContain('"code":"interrupted"');
  const { rows } = await app.database.pool.query(
    "select text, state from messages join runs on message_id = messages.id",
  );
  expect(rows).toEqual([{ text: "All of it.", state: "interrupted" }]);
});

test("follows a run of another server by its checkpoints and stops it", async () => {
  const script = Array.from({ length: 10 }, (_, index): ScriptStep[] => [
    `${index} `,
    { pauseMs: 20 },
  ]).flat();
  const model = scriptedModel([...script, { pauseMs: 60_000 }]);
  await using app = await startChatApp({ languageModel: model, checkpointMs: 40 });
  const ada = app.as("ada");
  const { runId, threadId } = idsOf(await readAnswer(await postMessage(ada, { text: "count" }), () => true));
  const { rows } = await app.database.pool.query("select user_id from threads");
  const owned = {
    id: runId,
    messageId: "",
    threadId,
    state: "running",
    userId: String(rows[0]?.user_id),
  } as const;
  const run = prove(owned, "owner", { allow: ["owner"], denied: "not-found" });

  // A second server on a real Postgres. The embedded database has only one, so this one claims to be on Postgres.
  const other = await app.openAnother({ database: { ...app.database, engine: "postgres" } });
  const listening = (async () => {
    let received = "";
    for await (const text of await other.follow(run, 0)) received += text;
    return received;
  })();
  await sleep(300);
  expect(await other.stop(run)).toBe(true);
  const received = await listening;
  expect(received).toContain('"type":"abort"');
  expect(received).toMatch(/data: \[DONE\]\n\n$/);
  const ids = [...received.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(model.aborted).toBe(1);
  expect(await other.stop(run)).toBe(false);
});

test("does not report a run as finished when the database fails at its end", async () => {
  const model = scriptedModel(["Said.", { pauseMs: 120 }]);
  await using app = await startChatApp({ languageModel: model });
  const response = await postMessage(app.as("ada"), { text: "go" });
  await app.database.pool.query("alter table run_frames rename to run_frames_gone");
  const frames = await readAnswer(response);
  expect(textOf(frames)).toBe("Said.");
  expect(shapeOf(frames)).toMatch(/data-error error \[DONE\]$/);
  await app.database.pool.query("alter table run_frames_gone rename to run_frames");
  expect((await app.database.pool.query("select state from runs")).rows).toEqual([{ state: "running" }]);

  // Among several servers it looks like a running run until its heartbeat has been missing for long enough.
  const database = { ...app.database, engine: "postgres" } as const;
  await app.openAnother({ database });
  expect((await app.database.pool.query("select state from runs")).rows).toEqual([{ state: "running" }]);
  await app.database.pool.query("update runs set heartbeat_at = now() - interval '16 s'");
  await app.openAnother({ database });
  expect((await app.database.pool.query("select state from runs")).rows).toEqual([{ state: "interrupted" }]);
});

test.for<[name: string, script: ScriptStep[], content: string, reasoning: string]>([
  ["an emoji cut in two", ["Camp \ud83c", "\udfd5 along"], "Camp 🏕 along", ""],
  ["half an emoji", ["Camp \ud83c", " here\udfd5"], "Camp \ufffd here\ufffd", ""],
  ["NUL", ["Camp\0 here"], "Camp here", ""],
  ["half an emoji at the end", ["Camp \ud83c"], "Camp \ufffd", ""],
  [
    "reasoning with both",
    [{ type: "reasoning", delta: "a\0b\ud83c" }, { type: "reasoning", delta: "\udfd5" }, "So."],
    "So.",
    "ab🏕",
  ],
])("stores what listeners received of an answer with %s", async ([, script, content, reasoning]) => {
  const scripted = scriptedModel(script);
  const generate: typeof scripted.generate = async (request) => ({
    ...(await scripted.generate(request)),
    model: "a\0 model\ud83c",
  });
  await using app = await startChatApp({ languageModel: { ...scripted, generate } });
  const ada = app.as("ada");
  const frames = await readAnswer(await postMessage(ada, { text: "go", showThinking: true }));
  expect(textOf(frames)).toBe(content);
  expect(shapeOf(frames)).toMatch(/finish \[DONE\]$/);
  const { messages } = await ada.call(getThread, { params: { threadId: idsOf(frames).threadId } });
  expect(messages[1]).toMatchObject({ content, reasoning, state: "done", model: "a model\ufffd" });
});

test("stores an answer about a memory whose excerpt would end inside an emoji", async () => {
  await using app = await startChatApp();
  const ada = app.as("ada");
  const content = `${"My quiet generator stands behind the kitchen.".padEnd(239, " and so on")}🏕 at 3:00`;
  await ada.call(createMemory, { body: { type: "something-else", content } });
  const frames = await readAnswer(await postMessage(ada, { text: "where is my quiet generator?" }));
  expect(shapeOf(frames)).toMatch(/source-document .*finish \[DONE\]$/);
});

const NOT_STORED = "This answer could not be stored. Please ask again.";

test("ends a run as failed when its answer cannot be stored, and answers the next message", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Unwanted."]) });
  const ada = app.as("ada");
  await app.database.pool.query("alter table messages add constraint wanted check (text <> 'Unwanted.')");
  const frames = await readAnswer(await postMessage(ada, { text: "go" }));
  expect(frames.at(-2)?.event).toEqual({ type: "error", errorText: NOT_STORED });
  const { threadId } = idsOf(frames);
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages[1]).toMatchObject({ content: "", state: "failed", error: NOT_STORED });
  await app.database.pool.query("alter table messages drop constraint wanted");
  expect(textOf(await readAnswer(await postMessage(ada, { text: "again", threadId })))).toBe("Unwanted.");
});

test("ends a run at the next checkpoint after the database is back", async () => {
  const model = scriptedModel(["Said.", { pauseMs: 120 }]);
  await using app = await startChatApp({ languageModel: model, checkpointMs: 50 });
  const ada = app.as("ada");
  const response = await postMessage(ada, { text: "go" });
  await app.database.pool.query("alter table runs rename to runs_gone");
  const frames = await readAnswer(response);
  expect(frames.at(-2)?.event).toEqual({ type: "error", errorText: NOT_STORED });
  await app.database.pool.query("update runs_gone set heartbeat_at = now() - interval '1 hour'");
  await app.database.pool.query("alter table runs_gone rename to runs");
  const { threadId } = idsOf(frames);
  const read = async () => (await ada.call(getThread, { params: { threadId } })).messages[1];
  await until(async () => (await read())?.state !== "running");
  expect(await read()).toMatchObject({ state: "failed", error: NOT_STORED });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}
