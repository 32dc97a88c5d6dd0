import { useSelector } from "@tanstack/react-store";
import { useEffect, useState } from "react";
import { deviceBytes, type DeviceModelName, deviceModelNames } from "#shared/features/voice/device-speech.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { canRecognizeOnDevice, speechDownload } from "./device-speech.ts";
import styles from "./device-speech-settings.module.css";
import { megabytes, type SpeechDownloadState } from "./download/speech-download.ts";

const names: Record<DeviceModelName, string> = { tiny: "Tiny", base: "Base" };
const uses: Record<DeviceModelName, string> = { tiny: "for phones", base: "fewer mistakes" };
const options = deviceModelNames.map((model) => ({
  value: model,
  label: `${names[model]}: ${megabytes(deviceBytes(model))}, ${uses[model]}`,
}));

/** Downloads and removes the speech model of this device. Takes effect immediately, regardless of Save and Cancel. */
export function DeviceSpeechSettings() {
  const state = useSelector(speechDownload.state);
  const isPossible = canRecognizeOnDevice();
  useEffect(() => {
    // An unknown state is shown as missing; a download then shows the error.
    if (isPossible) void speechDownload.check().catch(() => undefined);
  }, [isPossible]);
  return (
    <section className={styles.section} aria-labelledby="device-speech">
      <h3 id="device-speech" className={styles.heading}>
        Speech without signal
      </h3>
      <p>
        A model on this device turns what you say into text where the server cannot be reached, in English.
      </p>
      {isPossible ? (
        <DeviceModel state={state} />
      ) : (
        <p>This browser cannot keep a model. It needs an https address and storage that is switched on.</p>
      )}
    </section>
  );
}

function DeviceModel({ state }: { state: SpeechDownloadState }) {
  const { fetching, ready, failure } = state;
  return (
    <>
      <p role="status" className={styles.state}>
        {stateOf(state)}
      </p>
      {fetching === null ? (
        <ModelChoice key={ready} state={state} />
      ) : (
        <>
          <progress
            className={styles.progress}
            aria-label={`Downloading ${names[fetching.model]}`}
            value={fetching.done}
            max={fetching.total}
          />
          <p className={styles.amount}>
            {megabytes(fetching.done)} of {megabytes(fetching.total)}
          </p>
          <Button onClick={speechDownload.stop}>Stop the download</Button>
        </>
      )}
      <FormMessage message={failure} />
    </>
  );
}

function ModelChoice({ state: { ready, begun } }: { state: SpeechDownloadState }) {
  const [chosen, setChosen] = useState<DeviceModelName | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const model = chosen ?? begun?.model ?? ready ?? "tiny";
  const isBegun = begun?.model === model;
  return (
    <>
      <Select
        label="Speech model"
        value={model}
        options={options}
        onChange={({ currentTarget: { value } }) =>
          setChosen(deviceModelNames.find((name) => name === value) ?? null)
        }
      />
      <div className={styles.actions}>
        {model === ready ? null : (
          <Button onClick={() => void speechDownload.start(model)}>
            {isBegun ? "Go on downloading" : `Download ${names[model]}`}
          </Button>
        )}
        {ready === null && begun === null ? null : (
          <Button onClick={() => setIsAsking(true)}>Remove from this device</Button>
        )}
      </div>
      <Confirm
        isOpen={isAsking}
        title="Remove the speech model?"
        message="Without signal, recordings then wait until it is back. The model can be downloaded again."
        confirmLabel="Remove"
        onConfirm={() => void speechDownload.remove()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Announced when it changes, so it contains no constantly changing number. */
function stateOf({ isChecked, fetching, ready, begun }: SpeechDownloadState): string {
  if (fetching !== null) return `Downloading ${names[fetching.model]}. You can go on using Looby.`;
  if (begun !== null) {
    return `${names[begun.model]} is here in part: ${megabytes(begun.done)} of ${megabytes(begun.total)}.`;
  }
  if (ready !== null) return `${names[ready]} is on this device and ready.`;
  return isChecked ? "No model is on this device." : "";
}
