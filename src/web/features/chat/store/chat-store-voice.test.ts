import { expect, test, vi } from "vitest";
import { newStore } from "../testing/store-fixture.ts";

test("shows one note with a Retry for a failed transcription, however often it fails", () => {
  const store = newStore();
  const onRetry = vi.fn<() => void>();
  store.notes.showProblem("voice:1", "That did not work.", () => undefined);
  store.notes.showProblem("voice:1", "Nor did that.", onRetry);
  expect(store.state.get().conversation.messages).toMatchObject([
    { id: "voice:1", role: "assistant", status: "failed", problem: "Nor did that.", isLocal: true },
  ]);
  store.retry("voice:1");
  expect(onRetry).toHaveBeenCalledOnce();
  store.notes.withdraw("voice:1");
  expect(store.state.get().conversation.messages).toEqual([]);
  store.retry("voice:1");
  expect(onRetry).toHaveBeenCalledOnce();
});

test("withdraws by id only the page's own notes", () => {
  const store = newStore();
  store.notes.show("Your generator was added.");
  const [message] = store.state.get().conversation.messages;
  store.notes.withdraw(message?.id ?? "");
  expect(store.state.get().conversation.messages).toHaveLength(1);
});

test("shows a spoken memory in the conversation, once", () => {
  const store = newStore();
  const at = "2026-08-30T12:00:00.000Z";
  const memory = {
    id: "m1",
    userId: "anonymous",
    type: "looking-for" as const,
    content: "I'm looking for two buckets",
    keywords: ["buckets"],
    source: "looby" as const,
    title: null,
    createdAt: at,
    updatedAt: at,
  };
  store.notes.showSaved(memory);
  store.notes.showSaved(memory);
  expect(store.state.get().conversation.messages).toMatchObject([
    {
      role: "assistant",
      status: "done",
      isLocal: true,
      ui: { type: "memory-created", memory: { id: "m1" } },
    },
  ]);
});
