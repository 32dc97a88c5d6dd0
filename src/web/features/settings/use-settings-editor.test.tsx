import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  currentChatSettings,
  storeChatSettings,
  defaultChatSettings,
} from "#web/lib/device/chat-settings.ts";
import { chooseTheme, theme } from "#web/lib/device/theme.ts";
import { PREVIEW_AFTER_MS, useSettingsEditor } from "./use-settings-editor.ts";

beforeEach(() => {
  vi.useFakeTimers();
  chooseTheme("night");
  storeChatSettings(defaultChatSettings);
});
afterEach(() => void vi.useRealTimers());

test("previews changes together after a pause of 500 ms and saves them only by Save", () => {
  const { editor } = start();
  act(() => editor().change({ useRag: false }));
  wait(PREVIEW_AFTER_MS - 1);
  act(() => editor().change({ theme: "noon" }));
  wait(PREVIEW_AFTER_MS - 1);
  expect(shown()).toMatchObject({ useRag: true, theme: "night" });
  wait(1);
  expect(shown()).toMatchObject({ useRag: false, theme: "noon" });
  expect(stored()).toMatchObject({ useRag: true, theme: "night" });
  expect(editor().hasChanges).toBe(true);
  act(() => editor().save());
  expect(stored()).toMatchObject({ useRag: false, theme: "noon" });
  expect(editor().hasChanges).toBe(false);
  act(() => editor().cancel());
  expect(shown()).toMatchObject({ useRag: false, theme: "noon" });
});

test("undoes a current or pending preview on Cancel", () => {
  const { editor } = start();
  act(() => editor().change({ llm: "GPT 4", theme: "red" }));
  wait(PREVIEW_AFTER_MS);
  expect(shown()).toMatchObject({ llm: "GPT 4", theme: "red" });
  act(() => editor().change({ showThinking: true }));
  act(() => editor().cancel());
  wait(PREVIEW_AFTER_MS * 2);
  expect(shown()).toEqual({ ...defaultChatSettings, theme: "night" });
  expect(editor()).toMatchObject({ draft: defaultChatSettings, hasChanges: false });
});

test("undoes the preview when the user leaves the page", () => {
  const { editor, unmount } = start();
  act(() => editor().change({ useRag: false, theme: "red" }));
  wait(PREVIEW_AFTER_MS);
  unmount();
  expect(shown()).toEqual({ ...defaultChatSettings, theme: "night" });
});

test("saves immediately on Save, before the pause ends", () => {
  const { editor, unmount } = start();
  act(() => editor().change({ similarityMetric: "dot", theme: "red" }));
  act(() => editor().save());
  unmount();
  wait(PREVIEW_AFTER_MS * 2);
  expect(stored()).toMatchObject({ similarityMetric: "dot", theme: "red" });
  expect(shown()).toMatchObject({ similarityMetric: "dot", theme: "red" });
});

test("does not treat a change undone by hand as a change", () => {
  const { editor } = start();
  act(() => editor().change({ theme: "system" }));
  expect(editor().hasChanges).toBe(true);
  act(() => editor().change({ theme: "night" }));
  expect(editor().hasChanges).toBe(false);
  wait(PREVIEW_AFTER_MS);
  expect(shown().theme).toBe("night");
});

function start() {
  const { result, unmount } = renderHook(useSettingsEditor);
  return { editor: () => result.current, unmount };
}

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

/** The settings in effect. */
function shown() {
  return { ...currentChatSettings(), theme: theme.get().choice };
}

function stored(): object {
  const chat: object = JSON.parse(localStorage.getItem("looby.chat-settings") ?? "{}");
  return { ...chat, theme: localStorage.getItem("looby.theme") };
}
