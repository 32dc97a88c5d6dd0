/** How a person wants to speak; kept on this device. */
export interface VoiceSettings {
  /** Speech becomes text on this device always, not only without signal. */
  recognisesOnDevice: boolean;
  /** A recording ends when its speaker does. */
  stopsByItself: boolean;
}

export const defaultVoiceSettings: VoiceSettings = { recognisesOnDevice: false, stopsByItself: false };

const STORAGE_KEY = "looby.voice-settings";

/** Reads what was stored; what is missing or makes no sense is as at the beginning. */
export function parseVoiceSettings(stored: string | null): VoiceSettings {
  let value: unknown = null;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    // As if nothing had been stored.
  }
  const record: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  return {
    recognisesOnDevice: record["recognisesOnDevice"] === true,
    stopsByItself: record["stopsByItself"] === true,
  };
}

export function currentVoiceSettings(): VoiceSettings {
  if (memory !== null) return memory;
  try {
    return parseVoiceSettings(localStorage.getItem(STORAGE_KEY));
  } catch {
    return defaultVoiceSettings;
  }
}

/** Keeps the settings on this device. Without storage they hold until the page closes. */
export function storeVoiceSettings(settings: VoiceSettings): void {
  memory = null;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    memory = settings; // full or forbidden
  }
}

/** In the place of the storage, where there is none. */
let memory: VoiceSettings | null = null;
