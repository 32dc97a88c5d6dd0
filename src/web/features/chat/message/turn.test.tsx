import { act, screen, waitFor } from "@testing-library/react";
import type { Atom } from "@tanstack/store";
import { beforeEach, expect, test, vi } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import {
  asking,
  type AssistantMessage,
  blank,
  type ChatMessage,
  unasked,
} from "../conversation/chat-message.ts";
import type { ChatSnapshot } from "../store/chat-state.ts";
import { chat } from "../store/use-chat.ts";
import { Turn, type TurnActions } from "./turn.tsx";

const actions = {
  retry: vi.fn<TurnActions["retry"]>(),
  takeBack: vi.fn<TurnActions["takeBack"]>(),
  askLibrary: vi.fn<TurnActions["askLibrary"]>(),
  edit: vi.fn<TurnActions["edit"]>(),
  showVersion: vi.fn<TurnActions["showVersion"]>(),
  showMade: vi.fn<TurnActions["showMade"]>(),
  openResource: vi.fn<TurnActions["openResource"]>(),
  openProposal: vi.fn<TurnActions["openProposal"]>(),
};
const answer: AssistantMessage = {
  ...blank("second"),
  text: "Water is at Center Camp.",
  status: "done",
  isLocal: false,
};
const versions = ["first", "second"];

let server: FakeServer;

beforeEach(async () => {
  vi.clearAllMocks();
  await freshDevice();
  server = new FakeServer();
});

test.each([
  ["queued", "Waiting to be sent. Your message is saved on this device."],
  ["waiting", "Looby is looking..."],
] as const)("says of a %s answer that its question is being saved until it is", async (status, next) => {
  const state = chat.state as Atom<ChatSnapshot>; // no store is loaded that would own it
  const question = { id: "asked", text: "where is ice?" };
  const waiting = { ...unasked(question.id), status };
  const messages = [asking(question.id, question.text), waiting];
  state.set((before) => ({
    ...before,
    unstored: [question],
    conversation: { ...before.conversation, messages },
  }));
  await open(waiting);
  expect(await screen.findByText("Saving...")).toBeDefined();
  act(() => state.set((before) => ({ ...before, unstored: [] })));
  expect(screen.getByText(next)).toBeDefined();
});

test("switches from the last version of an answer to the previous one", async () => {
  const { user } = await open({ ...answer, versions });
  const group = await screen.findByRole("group", { name: "Versions of this answer" });
  expect(group.textContent).toBe("2 of 2");
  const next = screen.getByRole("button", { name: "Next answer" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  await user.click(next);
  expect(actions.showVersion).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Previous answer" }));
  expect(actions.showVersion).toHaveBeenCalledExactlyOnceWith("first");
});

test("switches from the first version of a question to the next one", async () => {
  const { user } = await open({ ...asking("first", "where is watter"), versions });
  const group = await screen.findByRole("group", { name: "Versions of this question" });
  expect(group.textContent).toBe("1 of 2");
  const previous = screen.getByRole("button", { name: "Previous question" });
  expect(previous.getAttribute("aria-disabled")).toBe("true");
  await user.click(previous);
  expect(actions.showVersion).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Next question" }));
  expect(actions.showVersion).toHaveBeenCalledExactlyOnceWith("second");
});

test("does not switch versions during an answer", async () => {
  const { user } = await open({ ...answer, versions }, true);
  const previous = await screen.findByRole("button", { name: "Previous answer" });
  expect(previous.getAttribute("aria-disabled")).toBe("true");
  await user.click(previous);
  expect(actions.showVersion).not.toHaveBeenCalled();
});

test("marks an answer that the user stopped below its text", async () => {
  const { user } = await open({ ...answer, text: "It begins like this", status: "stopped" });
  const text = screen.getByText("It begins like this");
  const mark = screen.getByText("Stopped here.");
  expect(text.compareDocumentPosition(mark)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(actions.retry).toHaveBeenCalledExactlyOnceWith("second");
});

const CODE = "Type this:\n\n```\nls **\n```";

test.each(["done", "stopped", "failed"] as const)("copies the words of a %s answer", async (status) => {
  const source = {
    sourceId: "resource:1",
    kind: "resource" as const,
    title: "Ladder",
    place: "7:30 & E",
    distanceM: null,
    excerpt: "",
  };
  const text = "**Ask** for it [^resource:1].";
  const { user } = await open({ ...answer, text, sources: [source], status });
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: "Copy answer" }));
  expect(copy).toHaveBeenCalledExactlyOnceWith("Ask for it.\n\nLadder, 7:30 & E");
});

test("copies one code block as it is", async () => {
  const { user } = await open({ ...answer, text: CODE });
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: "Copy code" }));
  expect(copy).toHaveBeenCalledExactlyOnceWith("ls **");
});

test.each(["streaming", "disconnected", "queued"] as const)(
  "offers no copy of an answer that is %s",
  async (status) => {
    await open({ ...answer, text: CODE, status });
    expect(screen.getByText("Type this:")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Copy/ })).toBeNull();
  },
);

test("copies an answer of this phone while its question is queued", async () => {
  await open({ ...answer, status: "queued", offline: { syncedAt: null } });
  expect(screen.getByRole("button", { name: "Copy answer" })).toBeDefined();
});

test("saves a need from an empty answer after its words are long enough", async () => {
  server.on(createMemory, ({ body }) => ({
    ...body,
    id: body.id ?? "",
    userId: "user-ada",
    keywords: body.keywords ?? [],
    source: "looby" as const,
    title: null,
    createdAt: "2026-08-30T06:00:00.000Z",
    updatedAt: "2026-08-30T06:00:00.000Z",
  }));
  const content = "I'm looking for a submarine";
  const { user } = await open({
    ...answer,
    ui: { type: "memory-offer", memoryType: "looking-for", content },
  });
  await user.click(await screen.findByRole("button", { name: "I'm looking for..." }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "I'm looking for..." });
  expect(field.value).toBe(content);
  expect(document.activeElement).toBe(field);

  const write = async (words: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(words);
    await user.click(screen.getByRole("button", { name: "Yes, save this" }));
  };
  await write("a submarine");
  expect(screen.getByRole("alert").textContent).toContain("11 of at least 21 characters");
  expect(await listQueued()).toEqual([]);

  const need = "I'm looking for a yellow submarine for four";
  await write(need);
  await waitFor(async () => expect(await listQueued()).toHaveLength(1));
  await drain();
  await waitFor(() => expect(actions.showMade).toHaveBeenCalledOnce());
  expect(server.asked(createMemory)).toMatchObject([
    { body: { type: "looking-for", content: need, messageId: "second" } },
  ]);
  expect(actions.showMade.mock.lastCall).toMatchObject([
    "second",
    { type: "memory-created", memory: { content: need } },
  ]);
});

test("shows a line instead of a message that fails, and keeps the others", async () => {
  vi.spyOn(console, "error").mockReturnValue(); // React logs the error
  const broken = Object.defineProperty({ ...answer }, "text", {
    get: () => {
      throw new Error("unreadable");
    },
  });
  const turn = { speaker: "Looby", isBusy: false, actions };
  await openScreen(
    <>
      <Turn message={broken} {...turn} />
      <Turn message={answer} {...turn} />
    </>,
  );
  expect(screen.getByText("Water is at Center Camp.")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("This message cannot be shown.");
});

async function open(message: ChatMessage, isBusy = false) {
  return await openScreen(<Turn message={message} speaker="Looby" isBusy={isBusy} actions={actions} />);
}
