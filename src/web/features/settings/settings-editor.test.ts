import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultChatSettings } from "#web/lib/device/chat-settings.ts";
import { defaultVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { type Preferences, PREVIEW_AFTER_MS, SettingsEditor } from "./settings-editor.ts";

const saved: Preferences = { ...defaultChatSettings, ...defaultVoiceSettings, theme: "night" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes are previewed together after 500 ms without another, and saved only by Save", () => {
  const { editor, previews, saves } = start();
  editor.change({ useRag: false });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS - 1);
  editor.change({ theme: "noon" });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS - 1);
  expect(previews).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(previews).toEqual([{ ...saved, useRag: false, theme: "noon" }]);
  expect(saves).toEqual([]);
  expect(editor.state.get().hasChanges).toBe(true);
  editor.save();
  expect(saves).toEqual([{ ...saved, useRag: false, theme: "noon" }]);
  expect(editor.state.get().hasChanges).toBe(false);
  editor.cancel();
  expect(previews).toHaveLength(1);
  expect(editor.state.get().draft.theme).toBe("noon");
});

test("Cancel undoes the preview, and a preview about to start", () => {
  const { editor, previews, saves } = start();
  editor.change({ llm: "GPT 4" });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS);
  editor.change({ showThinking: true });
  editor.cancel();
  vi.advanceTimersByTime(PREVIEW_AFTER_MS * 2);
  expect(previews).toEqual([{ ...saved, llm: "GPT 4" }, saved]);
  expect(editor.state.get()).toEqual({ draft: saved, hasChanges: false });
  editor.cancel(); // leaving the page cancels once more
  expect(previews).toHaveLength(2);
  expect(saves).toEqual([]);
});

test("Save before the end of the pause saves at once, without a later preview", () => {
  const { editor, previews, saves } = start();
  editor.change({ similarityMetric: "dot" });
  editor.save();
  vi.advanceTimersByTime(PREVIEW_AFTER_MS * 2);
  expect(saves).toHaveLength(1);
  expect(previews).toEqual([]);
});

test("a change undone by hand is not a change", () => {
  const { editor, previews } = start();
  const heard: boolean[] = [];
  editor.state.subscribe(() => heard.push(editor.state.get().hasChanges));
  editor.change({ theme: "system" });
  editor.change({ theme: "night" });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS);
  expect(heard).toEqual([true, false]);
  expect(previews).toEqual([]);
});

function start() {
  const previews: Preferences[] = [];
  const saves: Preferences[] = [];
  const editor = new SettingsEditor({
    saved,
    preview: (preferences) => previews.push(preferences),
    save: (preferences) => saves.push(preferences),
  });
  return { editor, previews, saves };
}
