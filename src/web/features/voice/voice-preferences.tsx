import { lazy, Suspense } from "react";
import type { VoiceSettings } from "#web/lib/device/voice-settings.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

// Loaded separately, so that it does not slow down the settings.
const DeviceSpeechSettings = lazy(async () => ({
  default: (await import("./on-device/device-speech-settings.tsx")).DeviceSpeechSettings,
}));

interface VoicePreferencesProps {
  voice: VoiceSettings;
  onChange: (patch: Partial<VoiceSettings>) => void;
}

/** All speech preferences of this device. */
export function VoicePreferences({ voice, onChange }: VoicePreferencesProps) {
  return (
    <>
      <Suspense fallback={<Spinner label="Looking what is on this device" />}>
        <DeviceSpeechSettings />
      </Suspense>
      <Switch
        label="Always recognize on this device"
        hint="Recordings never leave this phone. Needs a downloaded model; until then the server does it."
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
