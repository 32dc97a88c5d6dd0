import { expect, test } from "vitest";
import { type KeyContext, wishOf } from "./chat-keys.ts";

const idle: KeyContext = { isTyping: false, isDialogOpen: false, isAnswering: false, isEditing: false };
const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});

test("cancels an edit on Esc before stopping an answer", () => {
  const busy = { ...idle, isAnswering: true, isTyping: true };
  expect(wishOf(key("Escape"), { ...busy, isEditing: true })).toBe("cancel-edit");
  expect(wishOf(key("Escape"), busy)).toBe("stop");
  expect(wishOf(key("Escape"), idle)).toBeNull();
});

test("focuses the composer on slash unless the user types or a dialog is open", () => {
  expect(wishOf(key("/"), idle)).toBe("focus-composer");
  expect(wishOf(key("/"), { ...idle, isTyping: true })).toBeNull();
  expect(wishOf(key("/"), { ...idle, isDialogOpen: true })).toBeNull();
  expect(wishOf(key("/", { ctrlKey: true }), idle)).toBeNull();
  expect(wishOf(key("/", { metaKey: true }), idle)).toBeNull();
  expect(wishOf(key("Escape"), { ...idle, isAnswering: true, isDialogOpen: true })).toBeNull();
  // Esc cancels the composition of a word.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    expect(wishOf(key("Escape", composing), { ...idle, isAnswering: true })).toBeNull();
  expect(wishOf(key("a"), idle)).toBeNull();
});
