import { DeviceItem } from "./device-item.ts";
import { parseRecord } from "./parse-record.ts";

/** Speech preferences, stored on this device. */
export interface VoiceSettings {
  /** Always transcribe on this device, not only offline. */
  recognizesOnDevice: boolean;
  /** End a recording when the user stops speaking. */
  stopsByItself: boolean;
}

export const defaultVoiceSettings: VoiceSettings = { recognizesOnDevice: false, stopsByItself: false };

const item = new DeviceItem("looby.voice-settings");

/** Parses stored settings; missing or invalid fields get their default. */
export function parseVoiceSettings(stored: string | null): VoiceSettings {
  const record = parseRecord(stored);
  return {
    // Some phones still store the older spelling.
    recognizesOnDevice: (record["recognizesOnDevice"] ?? record["recognisesOnDevice"]) === true,
    stopsByItself: record["stopsByItself"] === true,
  };
}

export function currentVoiceSettings(): VoiceSettings {
  return parseVoiceSettings(item.read());
}

/** Stores the settings on this device. */
export function storeVoiceSettings(settings: VoiceSettings): void {
  item.write(JSON.stringify(settings));
}
