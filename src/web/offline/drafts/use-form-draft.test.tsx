import { fireEvent, render, screen } from "@testing-library/react";
import { createAtom } from "@tanstack/store";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { initialSnapshot } from "#web/features/chat/store/chat-state.ts";
import { followDraft } from "#web/features/chat/store/open-chat-store.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { noteLastPage } from "../absence.ts";
import { wipeKind } from "../device-use.ts";
import { openDatabase } from "../database.ts";
import { append } from "../outbox/outbox.ts";
import { setUser } from "../user/set-user.ts";
import { readChatDraft, saveChatDraft } from "./chat-draft.ts";
import { type DraftAhead, draftsAhead } from "./draft-ahead.ts";
import { findAhead, readFormDraft, saveFormDraft, settleAhead } from "./form-drafts.ts";
import { useFormDraft } from "./use-form-draft.ts";

// A page that is being left has no time for its database: the next page finds only its localStorage.

const older = { content: "An older lamp" };
const saveOlder = () => saveFormDraft({ name: "thought", seen: [], words: older }, "user-ada");

beforeEach(async () => {
  await freshDevice();
  noteLastPage();
});

test.each([
  ["is left", () => dispatchEvent(new Event("pagehide"))],
  ["moves to the background", () => hide()],
])("restores the last input of a form whose page %s", async (_, leave) => {
  const field = await openForm();
  const left = await leavePage(() => {
    fireEvent.change(field, { target: { value: "A newer lamp" } });
    leave();
  });
  await left.findNext(saveOlder);
  expect(await restored()).toBe("A newer lamp");
  expect(draftsAhead()).toEqual([]);
});

test("restores the input of a form that was left before the database named its user", async () => {
  render(<Form />);
  const left = await leavePage(() => {
    fireEvent.change(screen.getByRole("textbox", { name: "Thought" }), { target: { value: "A newer lamp" } });
    dispatchEvent(new Event("pagehide"));
  });
  await left.findNext(async () => undefined);
  expect(await restored()).toBe("A newer lamp");
});

test.each([
  ["user-ada", "A newer lamp"],
  ["user-eve", ""],
])("restores what %s typed without waiting for a slow database", async (userId, shown) => {
  localStorage.setItem("looby.draft:thought", JSON.stringify({ userId, words: { content: "A newer lamp" } }));
  dispatchEvent(new Event("pagehide")); // the database answers nothing
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Thought" });
  await vi.waitFor(() => expect(field.value).toBe(shown));
  dispatchEvent(new Event("pageshow"));
  expect(await restored()).toBe(shown === "" ? undefined : shown);
});

test("leaves a draft out that another one on its way to the database replaces", () => {
  const draft = { userId: "user-ada", words: older, seen: [] };
  localStorage.setItem("looby.draft:thought#1", JSON.stringify(draft));
  expect(findAhead("thought", "user-ada")).toEqual({ name: "thought#1", words: older });
  for (const replacing of [{ words: older, sentAs: "sending" }, { words: null }]) {
    const ahead = JSON.stringify({ ...draft, ...replacing, seen: ["thought#1"] });
    localStorage.setItem("looby.draft:thought#2", ahead);
    expect(findAhead("thought", "user-ada")).toBeNull();
  }
});

test("keeps an older draft that a slow database could not show before the user typed", async () => {
  await saveOlder();
  dispatchEvent(new Event("pagehide")); // the database answers nothing
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Thought" });
  const left = await leavePage(() => {
    fireEvent.change(field, { target: { value: "A newer lamp" } });
    dispatchEvent(new Event("pagehide"));
  });
  expect([field.value, await restored()]).toEqual(["A newer lamp", "A newer lamp"]);
  await left.findNext(async () => undefined);
  expect(await restored()).toBe("A newer lamp");
  // The newer one is sent.
  fireEvent.change(field, { target: { value: "" } });
  dispatchEvent(new Event("pagehide"));
  dispatchEvent(new Event("pageshow"));
  await vi.waitFor(async () => expect(await restored()).toBe(older.content));
});

test("restores nothing of a form that was emptied before its page is left", async () => {
  const field = await openForm();
  fireEvent.change(field, { target: { value: "A newer lamp" } });
  const left = await leavePage(() => {
    fireEvent.change(field, { target: { value: "" } });
    dispatchEvent(new Event("pagehide"));
  });
  await left.findNext(saveOlder);
  expect(await readFormDraft("thought")).toBeNull();
});

test("restores the last chat draft, even when it is empty", async () => {
  await readChatDraft();
  for (const words of ["Where is ice?", ""]) {
    const left = await leavePage(() => void saveChatDraft(words));
    await left.findNext(() => saveChatDraft("An older question"));
    expect((await readChatDraft()).words).toBe(words);
  }
});

test("restores an older chat draft before the words typed until it was loaded", async () => {
  await saveChatDraft("An older question");
  const state = createAtom(initialSnapshot);
  const left = await leavePage(() => {
    const changeDraft = (draft: string) => state.set((before) => ({ ...before, draft }));
    void followDraft({ state, changeDraft, holdUnsent: () => undefined });
    changeDraft("Where is ice?");
    dispatchEvent(new Event("pagehide"));
  });
  await left.findNext(() => saveChatDraft("An older question"));
  expect((await readChatDraft()).words).toBe("An older question\nWhere is ice?");
  expect(state.get().draft).toBe("An older question\nWhere is ice?");
});

test("takes over words once when the page that did so is left before it could delete them", async () => {
  await saveChatDraft("An older question");
  void readChatDraft();
  const left = await leavePage(() => void saveChatDraft("Where is ice?"));
  for (const _ of ["its page was left", "the next page"]) await left.findNext(settleAhead);
  expect((await readChatDraft()).words).toBe("An older question\nWhere is ice?");
});

test("leaves messages that are queued out of the draft of the page that was left", async () => {
  await readChatDraft();
  const [queued] = await append([
    { id: "asked", endpointId: "chat.send", entity: "thread", label: "Ice", body: { text: "Where is ice?" } },
  ]);
  const unstored = [
    { id: queued?.id ?? "", text: "Where is ice?" },
    { id: "not-stored", text: "Where is water?" },
  ];
  const left = await leavePage(() => void saveChatDraft("And sha", unstored));
  await left.findNext(async () => undefined);
  const unsent = [{ id: "not-stored", text: "Where is water?" }];
  expect(await readChatDraft()).toEqual({ words: "And sha", unsent, isTaken: false });
});

test("holds messages that are to be sent until their page has stored them", async () => {
  await readChatDraft();
  const message = { id: "not-stored", text: "Where is water?" };
  const left = await leavePage(() => void saveChatDraft("And sha", [message]));
  await left.findNext(async () => undefined);
  const state = createAtom(initialSnapshot);
  const following = followDraft({
    state,
    changeDraft: (draft) => state.set((before) => ({ ...before, draft })),
    holdUnsent: (unstored) => state.set((before) => ({ ...before, unstored })),
  });
  expect(await following).toEqual([message]);
  expect(state.get()).toMatchObject({ draft: "And sha", unstored: [message] });
  // The page is left at once, and its next one sends the message.
  expect(draftsAhead()).toMatchObject([{ draft: { words: "And sha", unstored: [message] } }]);
  expect(await readChatDraft()).toMatchObject({ words: "And sha", unsent: [message] });
});

test("restores messages as words when the user has stored a draft between them", async () => {
  await readChatDraft();
  const left = await leavePage(() => {
    void saveChatDraft("And sha", [{ id: "one", text: "Where is water?" }]);
    localStorage.setItem(
      "looby.draft:chat:1:held",
      JSON.stringify({ userId: "", words: "", unstored: [{ id: "", text: "Where is ice?" }] }),
    );
  });
  await left.findNext(async () => undefined);
  const all = "Where is water?\nAnd sha\nWhere is ice?";
  expect(await readChatDraft()).toEqual({ words: all, unsent: [], isTaken: false });
});

test("restores no message that was queued after the draft was stored", async () => {
  await readChatDraft();
  const asked = { id: "asked", text: "Where is ice?" };
  await saveChatDraft("And sha", [asked]);
  await append([{ id: "asked", endpointId: "chat.send", entity: "thread", label: "Ice", body: asked }]);
  // Its page was left before it knew.
  expect((await readChatDraft()).words).toBe("And sha");
});

test("stores the words where a tab of an older version reads them", async () => {
  await readChatDraft();
  await saveChatDraft("And sha", [{ id: "not-stored", text: "Where is water?" }]);
  const database = await openDatabase();
  expect(await database.get("facts", "chat-draft")).toBe("And sha");
  expect(await readChatDraft()).toMatchObject({ words: "And sha", unsent: [{ id: "not-stored" }] });
  await database.put("facts", { words: "Is it dusty?", unstored: [] }, "chat-draft");
  expect((await readChatDraft()).words).toBe("Is it dusty?");
});

test("passes a visitor's last input to the account the visitor becomes", async () => {
  await freshDevice("anon-1", null);
  await readChatDraft();
  const left = await leavePage(() => void saveChatDraft("Where is ice?"));
  await left.findNext(() => setUser("user-ada", "Ada"));
  expect((await readChatDraft()).words).toBe("Where is ice?");
});

test("restores no words that an account sent from a page that was left", async () => {
  const field = await openForm();
  const left = await leavePage(() => {
    fireEvent.change(field, { target: { value: "" } });
    dispatchEvent(new Event("pagehide"));
  });
  await left.findNext(async () => {
    await saveOlder();
    await setUser("anon-2"); // the session has ended
  });
  expect(await restored()).toBeUndefined();
  await setUser("user-ada", "Ada");
  expect(await restored()).toBeUndefined();
});

test.each([
  ["no words whose operation the page that was left had queued", true, undefined],
  ["words whose operation the page that was left could not queue", false, "An older lamp"],
])("restores %s", async (_, isQueued, shown) => {
  await openForm();
  const left = await leavePage(() => fireEvent.click(screen.getByRole("button", { name: "Send" })));
  await left.findNext(async () => {
    if (isQueued)
      await append([
        { id: "sending", endpointId: "daily.share", entity: "memory:1", label: "Lamp", body: older },
      ]);
  });
  expect(findAhead("thought", "user-ada")).toBeNull();
  expect(await restored()).toBe(shown);
});

test("hides an account's last input from other users and deletes it", async () => {
  await readChatDraft();
  const left = await leavePage(() => void saveChatDraft("The zebrafish lamp"));
  await left.findNext(() => setUser("user-eve", "Eve"));
  expect((await readChatDraft()).words).toBe("");
  expect(draftsAhead()).toEqual([]);
});

test("deletes the last input on sign-out and with all unsent data", async () => {
  await readChatDraft();
  for (const forget of [() => wipeKind("unsent"), () => setUser(null)]) {
    const left = await leavePage(() => void saveChatDraft("The zebrafish lamp"));
    await left.findNext(async () => undefined);
    await forget();
    expect(draftsAhead()).toEqual([]);
  }
});

/** The words that the next page shows in the form. */
async function restored(): Promise<string | undefined> {
  return (await readFormDraft("thought"))?.words["content"];
}

function Form() {
  const [content, setContent] = useState("");
  const draft = useFormDraft("thought", { content }, (words) => setContent(words.content));
  return (
    <>
      <input aria-label="Thought" value={content} onChange={(event) => setContent(event.target.value)} />
      <button onClick={() => draft.sendAs("sending")}>Send</button>
    </>
  );
}

/** Opens a form and waits until it restores its draft, after the user is known. */
async function openForm(): Promise<HTMLInputElement> {
  await saveOlder();
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Thought" });
  await vi.waitFor(() => expect(field.value).toBe(older.content));
  return field;
}

function hide(): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

/**
 * Leaves a page whose writes to its database come too late.
 * @returns opens the next page: it finds the database as `before` sets it, and localStorage as the page left it
 */
async function leavePage(leave: () => void) {
  leave();
  const atOnce = Object.entries(localStorage).map(([key, text]) => [key, String(text)] as const);
  dispatchEvent(new Event("pageshow")); // a left page writes to its database only when it is shown again
  const isAwaited = ({ draft }: { draft: DraftAhead | null }) => (draft?.unstored ?? []).length > 0;
  await vi.waitFor(() => expect(draftsAhead().every(isAwaited)).toBe(true));
  return {
    async findNext(before: () => Promise<unknown>) {
      await before();
      for (const [key, text] of atOnce) localStorage.setItem(key, text);
    },
  };
}
