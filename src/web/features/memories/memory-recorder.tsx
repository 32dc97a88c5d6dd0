import { Lightbulb, Search, Sparkles } from "lucide-react";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { type Memory, type MemoryType, memoryTypes } from "#shared/features/memories/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { forget } from "#web/features/voice/transcription/deliver.ts";
import { ListeningPanel } from "#web/features/voice/recording/listening-panel.tsx";
import { MemoryConfirmation } from "./memory-confirmation.tsx";
import { advanceRecorder } from "./memory-recorder-state.ts";
import styles from "./memory-recorder.module.css";
import { memoryTypeLabels } from "./memory-type-label.ts";
import { useRecorder } from "#web/features/voice/recording/use-recorder.ts";
import { type Recording, storedNote } from "#web/features/voice/recording/recording.ts";
import { transcribeRecording } from "#web/features/voice/transcription/transcribe-recording.ts";
import {
  memoryFailureText,
  TranscriptionFailed,
} from "#web/features/voice/transcription/transcription-failure.ts";
import { holdRecording, releaseRecording } from "#web/offline/drafts/recordings.ts";

interface MemoryRecorderProps {
  /** An earlier recording; null starts with the options. */
  recording: Recording | null;
  /** Id of the answer in the conversation beside which it is shown; null for none. */
  lastAnswerId: () => string | null;
  onSaved: (memory: Memory) => void;
  onClose: () => void;
}

/** Records a memory, over the whole screen. Closing it resets the state; the recording is stored until the memory is saved. */
export function MemoryRecorder({ recording: earlier, lastAnswerId, onSaved, onClose }: MemoryRecorderProps) {
  const [state, dispatch] = useReducer(advanceRecorder, { phase: "options" });
  const spoken = useRef<Recording | null>(null);
  const leaving = useRef(new AbortController());

  async function process(recording: Recording): Promise<void> {
    spoken.current = recording;
    dispatch({ type: "recorded", memoryType: recording.memoryType });
    // The recording is stored on this device and reserved until it is released.
    holdRecording(recording.id);
    try {
      const { text } = await transcribeRecording(recording, { signal: leaving.current.signal });
      dispatch({ type: "transcribed", text });
    } catch (error) {
      const message =
        error instanceof TranscriptionFailed
          ? memoryFailureText(error.failure)
          : "Failed to process recording. Please try again.";
      dispatch({ type: "failed", message: message + storedNote(recording) });
    }
  }

  const begin = useEffectEvent(process);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    if (earlier !== null) void begin(earlier);
    return () => {
      left.abort();
      if (spoken.current !== null) releaseRecording(spoken.current.id);
    };
  }, [earlier]);

  function drop(): void {
    if (spoken.current !== null) void forget(spoken.current.id);
    spoken.current = null;
  }

  function handleSaved(memory: Memory): void {
    drop();
    onSaved(memory);
  }

  function handleRetry(): void {
    const again = spoken.current;
    if (again !== null) void process(again);
    else dispatch({ type: "rejected" });
  }

  switch (state.phase) {
    case "options":
    case "error":
      return (
        <FullScreen title="Record Your Memory" onClose={onClose}>
          {state.phase === "error" ? (
            <div className={styles.error}>
              <FormMessage message={state.message} />
              <Button onClick={handleRetry}>Try Again</Button>
            </div>
          ) : null}
          <Options
            onChoose={(memoryType) => {
              // A new recording replaces a failed one, which is still listed among the unsent ones.
              if (spoken.current !== null) releaseRecording(spoken.current.id);
              spoken.current = null;
              dispatch({ type: "chosen", memoryType });
            }}
          />
        </FullScreen>
      );
    case "recording":
      return (
        <Recorder
          type={state.type}
          onRecorded={(recording) => void process(recording)}
          onCancel={() => dispatch({ type: "rejected" })}
          onFailed={(message) => dispatch({ type: "failed", message })}
        />
      );
    case "processing":
      return (
        <FullScreen title="Record Your Memory" onClose={onClose}>
          <div className={styles.processing}>
            <Spinner label="Processing your audio" size={56} isLabelVisible />
          </div>
        </FullScreen>
      );
    case "confirmation":
      return (
        <FullScreen title="Is this what you meant?" onClose={onClose}>
          <MemoryConfirmation
            type={state.type}
            text={state.text}
            lastAnswerId={lastAnswerId}
            onEdit={(text) => dispatch({ type: "edited", text })}
            onSaved={handleSaved}
            onReject={() => {
              drop();
              dispatch({ type: "rejected" });
            }}
          />
        </FullScreen>
      );
  }
}

const icons = { "want-to-know": Lightbulb, "looking-for": Search, "something-else": Sparkles };

function Options({ onChoose }: { onChoose: (type: MemoryType) => void }) {
  return (
    <div className={styles.options}>
      <p>What do you want to say? Tap one, then speak.</p>
      {memoryTypes.map((type) => {
        const Icon = icons[type];
        return (
          <Button key={type} className={styles.option} onClick={() => onChoose(type)}>
            <Icon aria-hidden size={24} strokeWidth={1.8} />
            {memoryTypeLabels[type]}
          </Button>
        );
      })}
    </div>
  );
}

interface RecorderProps {
  type: MemoryType;
  onRecorded: (recording: Recording) => void;
  onCancel: () => void;
  onFailed: (message: string) => void;
}

function Recorder({ type, onRecorded, onCancel, onFailed }: RecorderProps) {
  const recorder = useRecorder({
    purpose: "memory",
    memoryType: type,
    emptyText: "No audio data was recorded. Please try again.",
    onRecorded,
  });
  const { state } = recorder;
  const reportFailure = useEffectEvent(onFailed);
  // Any failure returns to the options.
  const failure = state.phase === "failed" ? state.message : null;
  useEffect(() => {
    if (failure !== null) reportFailure(failure);
  }, [failure]);

  function handleCancel(): void {
    recorder.cancel();
    onCancel();
  }

  // Closing this does not lose a recording that was stored at an interruption.
  const handleClose = state.phase === "interrupted" ? onCancel : handleCancel;
  return (
    <FullScreen title={memoryTypeLabels[type]} onClose={handleClose}>
      <ListeningPanel
        recorder={recorder}
        prompt="Say it in your own words. You can change them before they are saved."
        onCancel={handleCancel}
        onRetry={onCancel}
      />
    </FullScreen>
  );
}
