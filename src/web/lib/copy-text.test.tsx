import { afterEach, expect, test, vi } from "vitest";
import { takeToasts } from "#web/ui/overlay/toast.ts";
import { copyText } from "./copy-text.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  takeToasts();
});

test("copies a selected text where the page has no clipboard, and returns the focus", async () => {
  const button = focusedButton();
  const selected = vi.fn<(text: string) => void>();
  await copyOnHttp((command) => {
    const field = document.activeElement as HTMLTextAreaElement;
    selected(field.value.slice(field.selectionStart, field.selectionEnd));
    // Inside the dialog of its button: a modal dialog lets nothing outside it be focused.
    return command === "copy" && field.parentElement === button.parentElement;
  });
  expect(selected).toHaveBeenCalledExactlyOnceWith("a\nladder");
  expect(takeToasts()).toEqual([{ kind: "done", text: "Copied." }]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

test.each([
  ["refuses it", () => false],
  [
    "does not know it",
    () => {
      throw new Error("no such command");
    },
  ],
])("says what to do when the browser %s", async (_, execute) => {
  focusedButton();
  await copyOnHttp(execute);
  expect(takeToasts()).toEqual([{ kind: "problem", text: "Select it." }]);
  expect(document.querySelector("textarea")).toBeNull();
});

async function copyOnHttp(execute: (command: string) => boolean): Promise<void> {
  vi.stubGlobal("navigator", {}); // without https, it has no clipboard
  Object.assign(document, { execCommand: execute });
  await copyText("a\nladder", "Copied.", "Select it.");
}

function focusedButton(): HTMLElement {
  const dialog = document.createElement("div");
  const button = document.createElement("button");
  dialog.append(button);
  document.body.append(dialog);
  button.focus();
  return button;
}
