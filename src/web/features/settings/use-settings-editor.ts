import { useEffect, useEffectEvent, useState } from "react";
import {
  type ChatSettings,
  currentChatSettings,
  previewChatSettings,
  storeChatSettings,
} from "#web/lib/device/chat-settings.ts";
import { chooseTheme, previewTheme, theme, type ThemeChoice } from "#web/lib/device/theme.ts";
import {
  currentVoiceSettings,
  storeVoiceSettings,
  type VoiceSettings,
} from "#web/lib/device/voice-settings.ts";

/** All preferences a user can set on this device. */
export interface Preferences extends ChatSettings, VoiceSettings {
  theme: ThemeChoice;
}

/** Milliseconds without a further change before a preview starts. */
export const PREVIEW_AFTER_MS = 500;

/**
 * State and actions of the settings dialog. Changes are previewed after a pause, saved by Save and undone however else the dialog is
 * closed.
 */
export function useSettingsEditor() {
  const [saved, setSaved] = useState((): Preferences => ({
    ...currentChatSettings(),
    ...currentVoiceSettings(),
    theme: theme.get().choice,
  }));
  const [draft, setDraft] = useState(saved);
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(saved);
  const endPreview = useEffectEvent(() => {
    previewTheme(saved.theme);
    previewChatSettings(null);
  });
  useEffect(() => {
    if (!hasChanges) return endPreview();
    const timer = setTimeout(() => {
      previewTheme(draft.theme);
      previewChatSettings(chatSettingsOf(draft));
    }, PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, hasChanges]);
  useEffect(() => () => endPreview(), []);
  return {
    draft,
    /** Whether there are unsaved changes. */
    hasChanges,
    change: (patch: Partial<Preferences>) => setDraft((before) => ({ ...before, ...patch })),
    save: () => {
      const { recognizesOnDevice, stopsByItself } = draft;
      chooseTheme(draft.theme);
      storeChatSettings(chatSettingsOf(draft));
      storeVoiceSettings({ recognizesOnDevice, stopsByItself });
      setSaved(draft);
    },
    /** Undoes unsaved changes, if there are any. */
    cancel: () => setDraft(saved),
  };
}

function chatSettingsOf({ llm, useRag, similarityMetric, showThinking }: Preferences): ChatSettings {
  return { llm, useRag, similarityMetric, showThinking };
}
