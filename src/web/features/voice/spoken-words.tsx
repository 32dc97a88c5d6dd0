import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form-message.tsx";
import { FullScreen } from "#web/ui/full-screen.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { holdRecording, releaseRecording } from "#web/offline/recordings.ts";
import { forget } from "../voice/deliver.ts";
import { ListeningPanel } from "../voice/listening-panel.tsx";
import { keptNote, type Recording } from "../voice/recording.ts";
import { transcribeRecording } from "../voice/transcribe-recording.ts";
import { memoryFailureText, TranscriptionFailed } from "../voice/transcription-failure.ts";
import { useRecorder } from "../voice/use-recorder.ts";
import styles from "./daily.module.css";

interface ThoughtRecorderProps {
  onWords: (words: string) => void;
  onClose: () => void;
}

/**
 * Speaking a thought, over the whole screen; its words go back to whoever asked. Until there are words the recording stays
 * on this device, among what is unsent.
 */
export function ThoughtRecorder({ onWords, onClose }: ThoughtRecorderProps) {
  const [recording, setRecording] = useState<Recording | null>(null);
  return recording === null ? (
    <Listening onRecorded={setRecording} onClose={onClose} />
  ) : (
    <Processing
      recording={recording}
      onWords={(words) => {
        void forget(recording.id);
        onWords(words);
      }}
      onClose={onClose}
    />
  );
}

function Listening({
  onRecorded,
  onClose,
}: {
  onRecorded: (recording: Recording) => void;
  onClose: () => void;
}) {
  const [round, setRound] = useState(0);
  return <Round key={round} onRecorded={onRecorded} onClose={onClose} onRetry={() => setRound(round + 1)} />;
}

interface RoundProps {
  onRecorded: (recording: Recording) => void;
  onClose: () => void;
  onRetry: () => void;
}

function Round({ onRecorded, onClose, onRetry }: RoundProps) {
  const recorder = useRecorder({
    purpose: "memory",
    memoryType: "something-else",
    emptyText: "No audio data was recorded. Please try again.",
    onRecorded,
  });

  function handleCancel(): void {
    recorder.cancel();
    onClose();
  }

  return (
    <FullScreen
      title="Unload Your Mind"
      // What an interruption has kept is not lost by looking away from it.
      onClose={recorder.state.phase === "interrupted" ? onClose : handleCancel}
    >
      <ListeningPanel
        recorder={recorder}
        prompt="Say whatever is on your mind. You can change the words before they are saved."
        onCancel={handleCancel}
        onRetry={onRetry}
      />
    </FullScreen>
  );
}

interface ProcessingProps {
  recording: Recording;
  onWords: (words: string) => void;
  onClose: () => void;
}

function Processing({ recording, onWords, onClose }: ProcessingProps) {
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const handOn = useRef(onWords);
  useEffect(() => {
    handOn.current = onWords;
  });
  useEffect(() => {
    const left = new AbortController();
    holdRecording(recording.id);
    transcribeRecording(recording, { signal: left.signal }).then(
      ({ text }) => {
        if (text === "") setProblem(`I heard nothing in your recording.${keptNote(recording)}`);
        else handOn.current(text);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(textOf(error) + keptNote(recording));
      },
    );
    return () => {
      left.abort();
      releaseRecording(recording.id);
    };
  }, [recording, round]);
  return (
    <FullScreen title="Unload Your Mind" onClose={onClose}>
      <div className={styles.processing}>
        {problem === null ? (
          <Spinner label="Processing your audio" size={56} isLabelVisible />
        ) : (
          <>
            <FormMessage message={problem} />
            <Button
              variant="primary"
              onClick={() => {
                setProblem(null);
                setRound(round + 1);
              }}
            >
              Try Again
            </Button>
            <Button onClick={onClose}>Write it instead</Button>
          </>
        )}
      </div>
    </FullScreen>
  );
}

function textOf(error: unknown): string {
  return error instanceof TranscriptionFailed
    ? memoryFailureText(error.failure)
    : "Failed to transcribe audio. Please try again.";
}
