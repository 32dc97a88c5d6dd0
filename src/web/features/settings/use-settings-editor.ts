import { useSelector } from "@tanstack/react-store";
import { useEffect, useState } from "react";
import {
  type ChatSettings,
  currentChatSettings,
  previewChatSettings,
  storeChatSettings,
} from "#web/lib/device/chat-settings.ts";
import { chooseTheme, previewTheme, theme } from "#web/lib/device/theme.ts";
import { currentVoiceSettings, storeVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { type EditorState, type Preferences, SettingsEditor } from "./settings-editor.ts";

/** State and actions of the settings dialog. Leaving it without Save undoes the changes. */
export function useSettingsEditor(): EditorState & Pick<SettingsEditor, "change" | "save" | "cancel"> {
  const [editor] = useState(openEditor);
  const state = useSelector(editor.state);
  useEffect(() => editor.cancel, [editor]);
  const { change, save, cancel } = editor;
  return { ...state, change, save, cancel };
}

function openEditor(): SettingsEditor {
  return new SettingsEditor({
    saved: { ...currentChatSettings(), ...currentVoiceSettings(), theme: theme.get().choice },
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
