import { expect, test } from "vitest";
import { getSession, requestResetCode, signUp } from "#shared/features/account/contract.ts";
import { getThread } from "#shared/features/chat/contract.ts";
import { transcribe } from "#shared/features/voice/contract.ts";
import { getVibe, storeVibe } from "#shared/features/vibe/contract.ts";
import { newId } from "#shared/id.ts";
import { readAnswer, idsOf, postMessage, shapeOf, textOf } from "#server/testing/chat-app.ts";
import { saveTestPhoto } from "#server/testing/test-photos.ts";
import { completionChunk, streamWords } from "#server/testing/doubles/upstream-model.ts";
import { startTestPostgres } from "../scripts/start-test-postgres.ts";
import { rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";
import { startTwoServers, type TwoServers } from "./two-servers-world.ts";

// Two servers on one PostgreSQL and one bucket behave like one Looby, even while one of them is killed.

const PASSWORD = "a tent with 3 poles";
const WORDS = Array.from({ length: 30 }, (_, index) => `word ${index}. `);

test("answers like one Looby, even while one of the two servers is killed", async (context) => {
  using postgres = await startTestPostgres();
  if (postgres === null) {
    context.skip("no PostgreSQL is installed on this machine");
    return;
  }
  await using stack = new AsyncDisposableStack();
  const world = await startTwoServers(postgres.url, stack);
  const seconds = stopwatch();
  const { one, two, proxyUrl } = world;
  const ada = world.person();
  await ada.at(one.url).call(signUp, { body: { pseudonym: "Ada", password: PASSWORD } });
  const { user } = await ada.at(two.url).call(getSession, {});
  expect(user).toMatchObject({ pseudonym: "Ada" }); // her session is valid on every server

  await liveEventsCross(world, ada, user?.userId ?? "");
  await uploadsCross(world, ada);
  await limitsAreShared(world);
  const lost = await answersCross(world, ada);

  // The first server is killed in the middle of an answer; the second serves the partial answer and offers to retry.
  const cut = await askAndKill(world, ada, one);
  await one.start();
  // Also the other way round. It takes time until an answer is given up, so this runs only at night.
  const cutAgain = rounds({ gate: 0, nightly: 1 }) === 1 ? await askAndKill(world, ada, two) : 0;
  await two.kill();
  const state = { quaternion: { x: 0, y: 0, z: 0, w: 1 }, sentiment: -0.5, intensity: 0.75 };
  await ada.at(proxyUrl).call(storeVibe, { body: { id: user?.userId ?? "", state } });
  await two.start();
  expect(await ada.at(two.url).call(getVibe, { params: { entityId: user?.userId ?? "" } })).toMatchObject({
    state: { sentiment: -0.5 },
  });
  record({
    name: "answers lost when either of two servers is killed",
    figure: lost + cut + cutAgain,
    unit: `of ${rounds({ gate: 2, nightly: 3 })}`,
    gate: { exactly: 0 },
    seconds: seconds(),
  });
});

type Caller = ReturnType<TwoServers["person"]>;

/** An event from one server is received on the other. */
async function liveEventsCross({ one, two }: TwoServers, ada: Caller, userId: string): Promise<void> {
  const hangUp = new AbortController();
  const stream = await ada.at(two.url).request(`/api/events?entities=${userId}&for=60`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = (await reader?.read())?.value ?? "";
  expect(received).toContain('"ready"');
  const state = { quaternion: { x: 0, y: 0, z: 0, w: 1 }, sentiment: 0.5, intensity: 0.25 };
  await ada.at(one.url).call(storeVibe, { body: { id: userId, state } });
  while (!received.includes("vibe-update")) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) break;
    received += value;
  }
  expect(received).toContain("vibe-update");
  await reader?.cancel();
  hangUp.abort();
}

/** Both servers have all photos and parts of recordings, no matter which one received them. */
async function uploadsCross({ one, two }: TwoServers, ada: Caller): Promise<void> {
  const { url } = await saveTestPhoto(ada.at(one.url));
  const photo = await ada.at(two.url).request(url);
  expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await photo.body?.cancel();

  const send = (server: string, chunkIndex: number, sound: string) => {
    const audio = new File([chunkIndex === 0 ? `RIFF    WAVE${sound}` : sound], "recording");
    const body = { audio, sessionId: "rec-1", chunkIndex, totalChunks: 3 };
    return ada.at(server).call(transcribe, { body });
  };
  expect((await send(one.url, 0, "word-1")).transcription).toBe("");
  expect((await send(two.url, 1, "word-2")).transcription).toBe("");
  expect((await send(one.url, 2, "word-3")).transcription).toBe("word-1 word-2 word-3");
}

/** Twenty requests for reset codes per session and quarter of an hour in total, not per server. */
async function limitsAreShared(world: TwoServers): Promise<void> {
  const { one, two } = world;
  const stranger = world.person();
  await stranger.at(one.url).request(getSession.path);
  const answers: number[] = [];
  for (let round = 0; round < 24; round += 1) {
    const { status } = await stranger.at(round % 2 === 0 ? one.url : two.url).request(requestResetCode.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pseudonym: "Nobody" }),
    });
    answers.push(status);
  }
  expect(answers.filter((status) => status === 429)).toHaveLength(4);
}

/** An answer written by one server is followed on the other, from the listener's last position. @returns 1 when text was lost */
async function answersCross({ one, two, model }: TwoServers, ada: Caller): Promise<number> {
  model.answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    void (async () => {
      for (const content of WORDS) {
        response.write(completionChunk({ content }));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      response.end("data: [DONE]\n\n");
    })();
  };
  const first = await readAnswer(
    await postMessage(ada.at(one.url), { text: "tell me a story" }),
    ({ event }) => event?.type === "text-delta",
  );
  const { runId } = idsOf(first);
  const after = first.at(-1)?.id ?? 0;
  const rest = await readAnswer(
    await ada.at(two.url).request(`/api/chat/runs/${runId}/stream?after=${after}`),
  );
  expect(textOf([...first, ...rest])).toBe(WORDS.join(""));
  const ids = [...first, ...rest].slice(0, -1).map(({ id }) => id);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  return textOf([...first, ...rest]) === WORDS.join("") ? 0 : 1;
}

/** @returns 1 when the text from before the kill is missing or the question cannot be asked again */
async function askAndKill(world: TwoServers, ada: Caller, victim: TwoServers["one"]): Promise<number> {
  const { one, two, model, proxyUrl } = world;
  const survivor = victim === one ? two : one;
  model.answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(completionChunk({ content: "Said before the cut." }));
  };
  const question = { text: "and then?", messageId: newId() };
  const { runId, threadId } = idsOf(
    await readAnswer(await postMessage(ada.at(victim.url), question), () => true),
  );
  // On the other server it is received from the first checkpoint on.
  const elsewhere = await ada.at(survivor.url).request(`/api/chat/runs/${runId}/stream`);
  const received = readAnswer(elsewhere, ({ event }) => {
    if (event?.type === "text-delta") void victim.kill();
    return false;
  });
  const frames = await received;
  expect(textOf(frames)).toBe("Said before the cut.");
  expect(shapeOf(frames)).toMatch(/text-end data-error error \[DONE\]$/);
  // Calls through the proxy reach the remaining server.
  const phone = ada.at(proxyUrl);
  const { messages } = await phone.call(getThread, { params: { threadId } });
  expect(messages.at(-1)).toMatchObject({ content: "Said before the cut.", state: "interrupted" });

  model.answer = (response) => streamWords(response, ["Said again."]);
  const retry = {
    trigger: "retry",
    text: question.text,
    threadId,
    parentId: question.messageId,
    messageId: newId(),
  };
  const again = textOf(await readAnswer(await postMessage(phone, retry)));
  expect(again).toBe("Said again.");
  return again === "Said again." ? 0 : 1;
}
