import type { VoiceSettings } from "#web/lib/device/voice-settings.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { DeviceSpeechSettings } from "./on-device/device-speech-settings.tsx";

interface VoicePreferencesProps {
  voice: VoiceSettings;
  onChange: (patch: Partial<VoiceSettings>) => void;
}

/** All speech preferences of this device. */
export function VoicePreferences({ voice, onChange }: VoicePreferencesProps) {
  return (
    <>
      <DeviceSpeechSettings />
      <Switch
        label="Always recognize on this device"
        hint="Recordings never leave this device. Needs a downloaded model; until then, the server transcribes."
        isOn={voice.recognizesOnDevice}
        onChange={(recognizesOnDevice) => onChange({ recognizesOnDevice })}
      />
      <Switch
        label="Stop by itself when I stop speaking"
        hint="Works next to a sound system. You can always tap Done."
        isOn={voice.stopsByItself}
        onChange={(stopsByItself) => {
          onChange({ stopsByItself });
          if (stopsByItself) void fetchDetector();
        }}
      />
    </>
  );
}

/** Downloads it now, because the user may be offline when recording. Without a connection, the first recording tries again. */
async function fetchDetector(): Promise<void> {
  const { prepareAutoStop } = await import("./auto-stop/auto-stop.ts");
  await prepareAutoStop().catch(() => undefined);
}
