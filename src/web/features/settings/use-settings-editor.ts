import { useEffect, useState, useSyncExternalStore } from "react";
import {
  type ChatSettings,
  currentChatSettings,
  previewChatSettings,
  storeChatSettings,
} from "#web/lib/device/chat-settings.ts";
import { chooseTheme, currentThemeChoice, previewTheme } from "#web/lib/device/theme.ts";
import { currentVoiceSettings, storeVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { type EditorSnapshot, type Preferences, SettingsEditor } from "./settings-editor.ts";

/** What the settings dialog shows, and what can be done in it. Leaving it in any other way than Save takes back. */
export function useSettingsEditor(): EditorSnapshot & Pick<SettingsEditor, "change" | "save" | "cancel"> {
  const [editor] = useState(openEditor);
  const snapshot = useSyncExternalStore(editor.subscribe, editor.getSnapshot);
  useEffect(() => editor.cancel, [editor]);
  const { change, save, cancel } = editor;
  return { ...snapshot, change, save, cancel };
}

function openEditor(): SettingsEditor {
  return new SettingsEditor({
    kept: { ...currentChatSettings(), ...currentVoiceSettings(), theme: currentThemeChoice() },
    preview(preferences) {
      previewTheme(preferences.theme);
      previewChatSettings(chatSettingsOf(preferences));
    },
    save(preferences) {
      chooseTheme(preferences.theme);
      storeChatSettings(chatSettingsOf(preferences));
      const { recognisesOnDevice, stopsByItself } = preferences;
      storeVoiceSettings({ recognisesOnDevice, stopsByItself });
    },
  });
}

function chatSettingsOf({ llm, useRag, similarityMetric, showThinking }: Preferences): ChatSettings {
  return { llm, useRag, similarityMetric, showThinking };
}
