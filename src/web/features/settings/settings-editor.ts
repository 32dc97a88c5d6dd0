import { type Atom, createAtom, type ReadonlyAtom } from "@tanstack/store";
import type { ChatSettings } from "#web/lib/device/chat-settings.ts";
import type { ThemeChoice } from "#web/lib/device/theme.ts";
import type { VoiceSettings } from "#web/lib/device/voice-settings.ts";

/** All preferences a user can set on this device. */
export interface Preferences extends ChatSettings, VoiceSettings {
  theme: ThemeChoice;
}

export interface EditorState {
  draft: Preferences;
  /** Whether Save would change anything. */
  hasChanges: boolean;
}

export interface EditorOptions {
  /** The preferences saved last. */
  saved: Preferences;
  /** Applies preferences without saving them. */
  preview: (preferences: Preferences) => void;
  /** Saves and applies them. */
  save: (preferences: Preferences) => void;
}

/** Milliseconds without a further change before a preview starts. */
export const PREVIEW_AFTER_MS = 500;

/**
 * The settings dialog outside React: changes are previewed after a pause, saved by Save and undone by Cancel, however
 * the dialog is left.
 */
export class SettingsEditor {
  readonly #options: EditorOptions;
  readonly #state: Atom<EditorState>;
  #saved: Preferences;
  #inForce: Preferences;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#saved = options.saved;
    this.#inForce = options.saved;
    this.#state = createAtom<EditorState>({ draft: options.saved, hasChanges: false });
  }

  get state(): ReadonlyAtom<EditorState> {
    return this.#state;
  }

  change = (patch: Partial<Preferences>): void => {
    this.#show({ ...this.#state.get().draft, ...patch });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(this.#state.get().draft), PREVIEW_AFTER_MS);
  };

  save = (): void => {
    clearTimeout(this.#timer);
    const { draft } = this.#state.get();
    this.#saved = draft;
    this.#inForce = draft;
    this.#options.save(draft);
    this.#show(draft);
  };

  /** Undoes unsaved changes, if there are any. */
  cancel = (): void => {
    clearTimeout(this.#timer);
    this.#preview(this.#saved);
    this.#show(this.#saved);
  };

  #preview(preferences: Preferences): void {
    if (isSame(preferences, this.#inForce)) return;
    this.#inForce = preferences;
    this.#options.preview(preferences);
  }

  #show(draft: Preferences): void {
    this.#state.set({ draft, hasChanges: !isSame(draft, this.#saved) });
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
