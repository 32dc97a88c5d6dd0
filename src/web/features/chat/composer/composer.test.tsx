import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { endComposition } from "#web/testing/end-composition.ts";
import { chat } from "../store/use-chat.ts";
import { Composer } from "./composer.tsx";

test("sends on Enter, but not on the Enter that ends a composition", () => {
  const { field, send } = openComposer();
  act(() => chat.changeDraft("日本語"));
  endComposition(field, "Enter");
  expect(send).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(send).toHaveBeenCalledExactlyOnceWith("日本語");
});

test("sends what the field shows though it is not rendered yet", () => {
  const { field, send } = openComposer();
  act(() => chat.changeDraft(""));
  field.value = "where is ice?";
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(send).toHaveBeenCalledExactlyOnceWith("where is ice?");
});

test("does not edit a message when an arrow key selects an input-method candidate", () => {
  const { field, edit } = openComposer();
  act(() => chat.changeDraft(""));
  endComposition(field, "ArrowUp");
  expect(edit).not.toHaveBeenCalled();
});

test("edits the last message on the up key in the empty field", () => {
  const { field, edit } = openComposer();
  act(() => chat.changeDraft(""));
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(edit).toHaveBeenCalledExactlyOnceWith();
});

test("does not edit a message on the up key in a field with text", () => {
  const { field, edit } = openComposer();
  act(() => chat.changeDraft("where is"));
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(edit).not.toHaveBeenCalled();
});

test("sets the direction of the field from its text", () => {
  expect(openComposer().field.dir).toBe("auto");
});

test("ends the waiting state before it sends the messages sent during loading", () => {
  document.body.dataset["isRendered"] = "";
  document.documentElement.dataset["asked"] = JSON.stringify([
    { id: "", text: "where is ice?" },
    { id: "known", text: "and shade?" },
  ]);
  let isWaitingStill: boolean | undefined;
  const send = vi.fn<(text: string) => void>(() => {
    isWaitingStill = "isRendered" in document.body.dataset;
  });
  openComposer(send);
  expect(send.mock.calls).toEqual([
    ["where is ice?", undefined, undefined],
    ["and shade?", undefined, "known"],
  ]);
  expect(isWaitingStill).toBe(false);
});

// The script in index.html stores it when the page is left.
test("leaves the draft at the page until the store that follows it is loaded", async () => {
  const page = document.documentElement.dataset;
  chat.changeDraft("where is ice?");
  expect(page["draft"]).toBe("where is ice?");
  chat.prepare();
  await vi.waitFor(() => expect(chat.progress.get()).toBe("ready"));
  chat.changeDraft("where is shade?");
  expect([page["draft"], page["asked"]]).toEqual(["", "[]"]);
});

function openComposer(send = vi.fn<(text: string) => void>()) {
  const edit = vi.fn<() => void>();
  const others = { changeDraft: chat.changeDraft, stop: () => undefined, cancelEdit: () => undefined };
  render(
    <Composer
      actions={{ ...others, send, edit }}
      inputRef={createRef<HTMLTextAreaElement>()}
      onShare={() => undefined}
    />,
  );
  return { field: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }), send, edit };
}
