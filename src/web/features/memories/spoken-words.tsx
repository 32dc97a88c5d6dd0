import { useEffect, useRef, useState } from "react";
import { FullScreen } from "#web/ui/full-screen.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { releaseRecording } from "#web/offline/recordings.ts";
import { forget } from "../voice/deliver.ts";
import { ListeningPanel } from "../voice/listening-panel.tsx";
import { keptNote, type Recording } from "../voice/recording.ts";
import { useRecorder } from "../voice/use-recorder.ts";
import { hear } from "./hear-memory.ts";
import styles from "./memory-recorder.module.css";

interface SpokenWordsProps {
  onWords: (words: string) => void;
  onFailed: (reason: string) => void;
  onClose: () => void;
}

/** Speaking the words of a form, over the whole screen. What was said stays kept until it is in words. */
export function SpokenWords({ onWords, onFailed, onClose }: SpokenWordsProps) {
  const [isProcessing, setProcessing] = useState(false);
  const spoken = useRef<Recording | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => {
      left.abort();
      if (spoken.current !== null) releaseRecording(spoken.current.id);
    };
  }, []);

  async function handleRecorded(recording: Recording): Promise<void> {
    spoken.current = recording;
    setProcessing(true);
    const { signal } = leaving.current;
    const heard = await hear(recording, signal);
    if (signal.aborted) return;
    if (heard.type === "heard" && heard.text !== "") {
      spoken.current = null;
      await forget(recording.id);
      onWords(heard.text);
    } else onFailed(`Failed to transcribe audio. Please try again.${keptNote(recording)}`);
  }

  const recorder = useRecorder({
    purpose: "memory",
    memoryType: "something-else",
    emptyText: "No audio data was recorded. Please try again.",
    onRecorded: (recording) => void handleRecorded(recording),
  });

  function handleCancel(): void {
    recorder.cancel();
    onClose();
  }

  if (isProcessing) {
    return (
      <FullScreen title="Record Your Memory" onClose={onClose}>
        <div className={styles.processing}>
          <Spinner label="Processing your audio" size={56} isLabelVisible />
        </div>
      </FullScreen>
    );
  }
  return (
    <FullScreen
      title="Record Your Memory"
      // What an interruption has kept is not lost by looking away from it.
      onClose={recorder.state.phase === "interrupted" ? onClose : handleCancel}
    >
      <ListeningPanel
        recorder={recorder}
        prompt="Say it in your own words. You can change them before they are saved."
        onCancel={handleCancel}
        onRetry={onClose}
      />
    </FullScreen>
  );
}
