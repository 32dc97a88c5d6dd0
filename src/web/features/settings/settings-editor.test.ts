import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultChatSettings } from "#web/lib/device/chat-settings.ts";
import { defaultVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { type Preferences, PREVIEW_AFTER_MS, SettingsEditor } from "./settings-editor.ts";

const kept: Preferences = { ...defaultChatSettings, ...defaultVoiceSettings, theme: "night" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes are tried out together after 500 ms without another, and kept by Save alone", () => {
  const { editor, previews, saves } = start();
  editor.change({ useRag: false });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS - 1);
  editor.change({ theme: "noon" });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS - 1);
  expect(previews).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(previews).toEqual([{ ...kept, useRag: false, theme: "noon" }]);
  expect(saves).toEqual([]);
  expect(editor.getSnapshot().hasChanges).toBe(true);
  editor.save();
  expect(saves).toEqual([{ ...kept, useRag: false, theme: "noon" }]);
  expect(editor.getSnapshot().hasChanges).toBe(false);
  editor.cancel();
  expect(previews).toHaveLength(1);
  expect(editor.getSnapshot().draft.theme).toBe("noon");
});

test("Cancel takes back what was tried out, and what was about to be", () => {
  const { editor, previews, saves } = start();
  editor.change({ llm: "GPT 4" });
  vi.advanceTimersByTime(PREVIEW_AFTER_MS);
  editor.change({ showThinking: true });
  editor.cancel();
  vi.advanceTimersByTime(PREVIEW_AFTER_MS * 2);
  expect(previews).toEqual([{ ...kept, llm: "GPT 4" }, kept]);
  expect(editor.getSnapshot()).toEqual({ draft: kept, hasChanges: false });
  editor.cancel(); // leaving the page cancels once more
  expect(previews).toHaveLength(2);
  expect(saves).toEqual([]);
});

test("Save before the pause is over keeps at once and tries nothing out later", () => {
  const { editor, previews, saves } = start();
  editor.change({ similarityMetric: "dot" });
  editor.save();
  vi.advanceTimersByTime(PREVIEW_AFTER_MS * 2);
  expect(saves).toHaveLength(1);
  expect(previews).toEqual([]);
});

test("a change taken back by hand is no change", () => {
  const { editor, previews } = start();
  const heard: boolean[] = [];
  editor.subscribe(() => heard.push(editor.getSnapshot().hasChanges));
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
    kept,
    preview: (preferences) => previews.push(preferences),
    save: (preferences) => saves.push(preferences),
  });
  return { editor, previews, saves };
}
