import { expect, test } from "vitest";
import type { ChatEvent, Message } from "#shared/features/chat/contract.ts";
import { emptyConversation } from "../store/chat-state.ts";
import { converse, type Conversation } from "./conversation.ts";

test("tracks a question and its answer from sending to the last token", () => {
  let now = converse(emptyConversation, {
    type: "asked",
    question: { id: "q1", text: "Power?" },
    answerId: "t1",
  });
  expect(now).toMatchObject({ threadId: null, unsent: ["q1"], answering: { messageId: "t1", runId: null } });
  expect(now.messages).toMatchObject([{ text: "Power?" }, { status: "waiting", text: "" }]);

  now = receive(now, start);
  expect(now).toMatchObject({ threadId: "th", unsent: [], answering: { messageId: "a1", runId: "r1" } });
  now = receive(now, { type: "reasoning-start", id: "reasoning-1" }, 1000);
  now = receive(now, { type: "reasoning-delta", id: "reasoning-1", delta: "Hm." }, 1500);
  expect(now.messages[1]).toMatchObject({
    status: "streaming",
    reasoning: { text: "Hm.", isThinking: true },
  });
  now = receive(now, { type: "reasoning-end", id: "reasoning-1" }, 3000);
  expect(now.messages[1]).toMatchObject({ reasoning: { text: "Hm.", isThinking: false, seconds: 2 } });
  now = receive(now, { type: "text-start", id: "text-2" });
  const question = now.messages[0];
  now = receive(now, source);
  now = receive(now, { type: "text-delta", id: "text-2", delta: "Ask Nova " });
  now = receive(now, { type: "text-delta", id: "text-2", delta: "[^camp:1]." });
  now = receive(now, { type: "text-end", id: "text-2" });
  expect(now.messages[0]).toBe(question); // unchanged messages are the same objects, so they are not rendered again
  now = receive(now, { type: "finish", messageMetadata: { model: null, ttftMs: 3 } });
  expect(now.answering).toBeNull();
  expect(now.messages[1]).toMatchObject({
    id: "a1",
    text: "Ask Nova [^camp:1].",
    status: "done",
    sources: [{ sourceId: "camp:1" }],
  });
});

test("removes text that is sent again as reasoning", () => {
  const now = receive(
    asked(),
    start,
    { type: "text-start", id: "t" },
    source,
    { type: "text-delta", id: "t", delta: "Hm, Nova [^camp:1]?" },
    { type: "text-end", id: "t" },
    { type: "data-kept", data: { text: 0, reasoning: 0, sources: 0 } },
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "Hm, Nova [^camp:1]?" },
    { type: "reasoning-end", id: "r" },
    { type: "text-start", id: "u" },
    { type: "text-delta", id: "u", delta: "No." },
  );
  expect(now.messages[1]).toMatchObject({
    text: "No.",
    sources: [],
    reasoning: { text: "Hm, Nova [^camp:1]?", isThinking: false },
  });
});

test("shows the text of a failed answer until a retry removes what followed", () => {
  let now = receive(
    asked(),
    start,
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "It is" },
  );
  now = receive(now, { type: "data-error", data: { code: "timeout", retryable: true, retryAfter: null } });
  now = receive(now, { type: "error", errorText: "Too slow. Please try again." });
  expect(now.messages[1]).toMatchObject({
    text: "It is",
    status: "failed",
    problem: "Too slow. Please try again.",
  });
  now = converse(now, { type: "asked", question: { id: "q2", text: "And?" }, answerId: "t2" });
  now = receive(now, { ...start, messageId: "a2" }, { type: "abort" });
  expect(now.messages[3]).toMatchObject({ id: "a2", status: "stopped" });
  now = converse(now, { type: "asked-again", failedId: "a1", answerId: "a3" });
  expect(now.messages.map(({ id }) => id)).toEqual(["q1", "a3"]);
  expect(now.unsent).toEqual([]);
});

test("leaves an unsent message marked as unsent after the next message", () => {
  let now = converse(asked(), { type: "failed", problem: "No signal." });
  expect(now).toMatchObject({ unsent: ["q1"], answering: null });
  now = converse(now, { type: "asked", question: { id: "q2", text: "Hello?" }, answerId: "t2" });
  now = receive(now, { ...start, messageId: "a2" });
  expect(now.unsent).toEqual(["q1"]);
  expect(receive({ ...now, answering: null }, { type: "abort" }).messages).toEqual(now.messages);
});

test("restores a stored conversation and streams a running answer from its start", () => {
  const now = converse(emptyConversation, {
    type: "loaded",
    threadId: "th",
    hasMore: true,
    messages: [
      stored({ id: "q1", role: "user", content: "Power?", state: null }),
      stored({
        id: "a1",
        content: "Said so far",
        reasoning: "Hm.",
        state: "interrupted",
        error: "Restarted.",
      }),
      stored({ id: "q2", role: "user", content: "Again?", state: null }),
      stored({ id: "a2", content: "Half an", state: "running", runId: "r2" }),
    ],
  });
  expect(now.messages).toMatchObject([
    { role: "user", text: "Power?" },
    {
      text: "Said so far",
      status: "failed",
      problem: "Restarted.",
      reasoning: { text: "Hm.", seconds: null },
    },
    { role: "user", text: "Again?" },
    { text: "Half an", status: "streaming" },
  ]);
  const again = receive(now, { ...start, messageId: "a2" });
  expect(again.messages.at(-1)).toMatchObject({ text: "", status: "waiting" });
  expect(now.answering).toMatchObject({ messageId: "a2", runId: "r2" });
  expect(now.hasEarlier).toBe(true);
  const earlier = converse(now, {
    type: "loaded-earlier",
    messages: [stored({ id: "q0", role: "user", content: "Hi", state: null })],
    hasMore: false,
  });
  expect(earlier.messages.map(({ id }) => id)).toEqual(["q0", "q1", "a1", "q2", "a2"]);
  expect(earlier).toMatchObject({ hasEarlier: false, answering: { messageId: "a2" } });
});

test("turns edits and second answers into versions with the server's ids", () => {
  let now = receive(asked(), start, { type: "finish", messageMetadata: { model: "m", ttftMs: 1 } });
  now = converse(now, { type: "asked-again", failedId: "a1", answerId: "t2" });
  expect(now.messages[1]).toMatchObject({ versions: ["a1", "t2"], isLocal: true });
  now = receive(now, { ...start, messageId: "t2" });
  expect(now.messages[1]).toMatchObject({ versions: ["a1", "t2"], isLocal: false });
  now = receive(now, { type: "abort" });
  const edit = { id: "q2", text: "Power at 7:30?" };
  now = converse(now, { type: "edited", editedId: "q1", question: edit, answerId: "t3" });
  expect(now.messages).toMatchObject([
    { id: "q2", versions: ["q1", "q2"] },
    { id: "t3", versions: ["t3"] },
  ]);
  now = receive(now, { ...start, messageId: "a3" });
  expect(now.messages[1]).toMatchObject({ id: "a3", versions: ["a3"] });

  // A message that never reached the server does not count as a version.
  let lost = converse(asked(), { type: "failed", problem: "No signal." });
  lost = converse(lost, { type: "edited", editedId: "q1", question: edit, answerId: "t2" });
  expect(lost.messages[0]).toMatchObject({ versions: ["q2"] });
  expect(lost.unsent).toEqual(["q2"]);
  lost = converse(lost, { type: "failed", problem: "No signal." });
  lost = converse(lost, { type: "asked-again", failedId: "t2", answerId: "t3" });
  expect(lost.messages[1]).toMatchObject({ versions: ["t3"] });
});

const start = {
  type: "start",
  messageId: "a1",
  messageMetadata: { runId: "r1", threadId: "th", companion: "base-looby", model: null },
} as const;

const source: ChatEvent = {
  type: "source-document",
  sourceId: "camp:1",
  mediaType: "text/plain",
  title: "Nova",
  providerMetadata: {
    looby: { sourceId: "camp:1", kind: "camp", title: "Nova", place: null, distanceM: null, excerpt: "" },
  },
};

function asked(): Conversation {
  return converse(emptyConversation, {
    type: "asked",
    question: { id: "q1", text: "Power?" },
    answerId: "t1",
  });
}

function receive(before: Conversation, ...events: (ChatEvent | number)[]): Conversation {
  const at = events.findLast((item) => typeof item === "number") ?? 0;
  return events
    .filter((item) => typeof item !== "number")
    .reduce((conversation, event) => converse(conversation, { type: "received", event, at }), before);
}

function stored(message: Partial<Message>): Message {
  return {
    id: "m",
    role: "assistant",
    content: "",
    reasoning: "",
    sources: [],
    ui: null,
    parentId: null,
    runId: null,
    state: "done",
    error: null,
    keptAfter: [],
    model: null,
    createdAt: "2026-08-30T12:00:00.000Z",
    versions: ["m"],
    ...message,
  };
}
