import { expect, test } from "vitest";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import { getThread } from "#shared/features/chat/contract.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";
import { scriptedModel, type ScriptStep } from "#server/testing/doubles/scripted-model.ts";
import { readAnswer, idsOf, postMessage, shapeOf, startChatApp } from "#server/testing/chat-app.ts";

// Models that write their reasoning between tags. Listeners end up with the stored answer.

const nova = {
  source: {
    sourceId: "camp:1",
    kind: "camp",
    title: "Camp Nova",
    place: null,
    distanceM: null,
    excerpt: "",
  },
  body: "Power for everybody.",
  at: null,
  score: 1,
  // No sure find, so that nothing is shown below an answer without a citation.
  keywordShare: 0,
  cosine: null,
} as const;

test.for<[name: string, script: ScriptStep[], text: string, reasoning: string, sources: number]>([
  [
    "a swallowed opening tag",
    ["They want ", "power.\n</thi", "nk>\n\nAsk Nova."],
    "Ask Nova.",
    "They want power.\n",
    0,
  ],
  ["a citation only in the thought", ["Nova [^camp:1]?", "</think>", "No."], "No.", "Nova [^camp:1]?", 0],
  [
    "a citation in the thought and the answer",
    ["Nova [^camp:1]?", "</think>", "Ask Nova [^camp:1]."],
    "Ask Nova [^camp:1].",
    "Nova [^camp:1]?",
    1,
  ],
  [
    "half a mark at the end of the thought",
    ["Nova [^camp", "</think>", ":1] it is."],
    ":1] it is.",
    "Nova [^camp",
    0,
  ],
  ["a tag in prose", ["Write <think> first", ", then more."], "Write <think> first, then more.", "", 0],
  ["a tag in code", ["End it with `</think>`", " always."], "End it with `</think>` always.", "", 0],
  ["a block that never closes", ["<think>Ask ", "Nova."], "Ask Nova.", "", 0],
  [
    "a block that never closes after other reasoning",
    [{ type: "reasoning", delta: "Hm." }, "<think>Ask ", "Nova."],
    "Ask Nova.",
    "Hm.",
    0,
  ],
])("shows and stores an answer with %s", async ([, script, text, reasoning, sources]) => {
  const paused = script.flatMap((step) => [step, { pauseMs: 10 }]);
  await using app = await startChatApp({ items: [nova], languageModel: scriptedModel(paused) });
  const ada = app.as("ada");
  for (const showThinking of [true, false]) {
    const frames = await readAnswer(await postMessage(ada, { text: "power?", showThinking }));
    const received = frames.reduce<Answer>(
      (answer, { event }) => (event === null ? answer : addEvent(answer, event)),
      emptyAnswer,
    );
    expect(received).toMatchObject({ text, reasoning: showThinking ? reasoning : "" });
    expect(received.sources).toHaveLength(sources);
    const { messages } = await ada.call(getThread, { params: { threadId: idsOf(frames).threadId } });
    expect(messages[1]).toMatchObject({
      content: received.text,
      reasoning: received.reasoning,
      state: "done",
    });
    expect(messages[1]?.sources).toEqual(received.sources);
  }
});

test("shows the library's answer when the model stops during its reasoning", async () => {
  const failure = { code: "timeout", retryable: true, retryAfter: null, message: "Too slow." } as const;
  const model = scriptedModel(["<think>They want", new ModelError(failure)]);
  await using app = await startChatApp({ items: [nova], languageModel: model });
  const frames = await readAnswer(await postMessage(app.as("ada"), { text: "power?" }));
  expect(shapeOf(frames)).toMatch(/^start data-ui text-start .*finish \[DONE\]$/);
  expect(JSON.stringify(frames)).not.toContain("They want");
});
