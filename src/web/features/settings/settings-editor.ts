import type { ChatSettings } from "#web/lib/device/chat-settings.ts";
import type { ThemeChoice } from "#web/lib/device/theme.ts";
import type { VoiceSettings } from "#web/lib/device/voice-settings.ts";

/** Everything a person sets on this device. */
export interface Preferences extends ChatSettings, VoiceSettings {
  theme: ThemeChoice;
}

export interface EditorSnapshot {
  draft: Preferences;
  /** Whether Save would change anything. */
  hasChanges: boolean;
}

export interface EditorOptions {
  /** What is kept now. */
  kept: Preferences;
  /** Puts preferences in force without keeping them. */
  preview: (preferences: Preferences) => void;
  /** Keeps them and puts them in force. */
  save: (preferences: Preferences) => void;
}

/** Milliseconds without a further change until a change is tried out. */
export const PREVIEW_AFTER_MS = 500;

/**
 * The settings dialog outside React: changes are tried out after a pause, kept by Save, and taken back by Cancel, however
 * the dialog is left.
 */
export class SettingsEditor {
  readonly #options: EditorOptions;
  readonly #listeners = new Set<() => void>();
  #kept: Preferences;
  #inForce: Preferences;
  #snapshot: EditorSnapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#inForce = options.kept;
    this.#snapshot = { draft: options.kept, hasChanges: false };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): EditorSnapshot => this.#snapshot;

  change = (patch: Partial<Preferences>): void => {
    this.#show({ ...this.#snapshot.draft, ...patch });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(this.#snapshot.draft), PREVIEW_AFTER_MS);
  };

  save = (): void => {
    clearTimeout(this.#timer);
    const { draft } = this.#snapshot;
    this.#kept = draft;
    this.#inForce = draft;
    this.#options.save(draft);
    this.#show(draft);
  };

  /** Takes back what was not saved; nothing to take back is fine. */
  cancel = (): void => {
    clearTimeout(this.#timer);
    this.#preview(this.#kept);
    this.#show(this.#kept);
  };

  #preview(preferences: Preferences): void {
    if (isSame(preferences, this.#inForce)) return;
    this.#inForce = preferences;
    this.#options.preview(preferences);
  }

  #show(draft: Preferences): void {
    this.#snapshot = { draft, hasChanges: !isSame(draft, this.#kept) };
    for (const listener of this.#listeners) listener();
  }
}

function isSame(one: Preferences, other: Preferences): boolean {
  return (
    one.llm === other.llm &&
    one.useRag === other.useRag &&
    one.similarityMetric === other.similarityMetric &&
    one.showThinking === other.showThinking &&
    one.theme === other.theme &&
    one.recognisesOnDevice === other.recognisesOnDevice &&
    one.stopsByItself === other.stopsByItself
  );
}
