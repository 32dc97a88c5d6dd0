import { lazy, Suspense } from "react";
import type { VoiceSettings } from "#web/lib/device/voice-settings.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

// By itself, so that the settings open as fast as before.
const DeviceSpeechSettings = lazy(async () => ({
  default: (await import("./on-device/device-speech-settings.tsx")).DeviceSpeechSettings,
}));

interface VoicePreferencesProps {
  voice: VoiceSettings;
  onChange: (patch: Partial<VoiceSettings>) => void;
}

/** Everything a person sets about speaking, on this device. */
export function VoicePreferences({ voice, onChange }: VoicePreferencesProps) {
  return (
    <>
      <Suspense fallback={<Spinner label="Looking what is on this device" />}>
        <DeviceSpeechSettings />
      </Suspense>
      <Switch
        label="Always recognise on this device"
        hint="Then no recording is sent anywhere. It counts once a model is here; until then, and when this is off, the server does it where it can be reached."
        isOn={voice.recognisesOnDevice}
        onChange={(recognisesOnDevice) => onChange({ recognisesOnDevice })}
      />
      <Switch
        label="Stop by itself when I stop speaking"
        hint="It tells a voice from a beat, so it works beside the sound system. Done always works, too."
        isOn={voice.stopsByItself}
        onChange={(stopsByItself) => {
          onChange({ stopsByItself });
          if (stopsByItself) void fetchDetector();
        }}
      />
    </>
  );
}

/** Now, because there may be no signal when a user speaks. Without one it is tried again with the first recording. */
async function fetchDetector(): Promise<void> {
  const { prepareAutoStop } = await import("./auto-stop/auto-stop.ts");
  await prepareAutoStop().catch(() => undefined);
}
