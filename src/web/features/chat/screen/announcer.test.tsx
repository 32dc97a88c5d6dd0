import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asking, type AssistantMessage, blank, type ChatMessage } from "../conversation/chat-message.ts";
import { Announcer } from "./announcer.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const question = asking("question", "What do I need?");
const answer: AssistantMessage = { ...blank("answer"), status: "streaming", isLocal: false };

test("announces the whole sentences of an answer two seconds apart", () => {
  const { announced, show } = openConversation();
  show({ ...answer, text: "First of all, water. Then" });
  expect(announced()).toBe("First of all, water.");
  show({ ...answer, text: "First of all, water. Then shade. Then a bell. And last" });
  wait(1_999);
  expect(announced()).toBe("First of all, water.");
  wait(1);
  expect(announced()).toBe("Then shade. Then a bell.");
});

test("announces that an answer was stopped", () => {
  const { announced, show } = openConversation();
  show({ ...answer, text: "Half a" });
  expect(announced()).toBe("");
  show({ ...answer, text: "Half a", status: "stopped" });
  expect(announced()).toBe("Half a The answer was stopped.");
});

test("announces the end of a complete answer", () => {
  const { announced, show } = openConversation();
  show({ ...answer, text: "Ask Nova.", status: "done" });
  expect(announced()).toBe("Ask Nova. Answer complete.");
});

test("does not announce the answers of a conversation that the user opens", () => {
  const { announced } = openConversation([question, { ...answer, text: "Ask Nova.", status: "done" }]);
  wait(2_000);
  expect(announced()).toBe("");
});

function openConversation(messages: ChatMessage[] = [question]) {
  const { rerender } = render(<Announcer state={{ messages, epoch: 0 }} />);
  return {
    announced: () => screen.getByRole("status").textContent,
    show: (shown: AssistantMessage) =>
      rerender(<Announcer state={{ messages: [...messages, shown], epoch: 0 }} />),
  };
}

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}
