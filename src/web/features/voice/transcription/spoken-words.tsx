import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { holdRecording, releaseRecording } from "#web/offline/drafts/recordings.ts";
import { forget } from "./deliver.ts";
import { ListeningPanel } from "../recording/listening-panel.tsx";
import { storedNote, type Recording } from "../recording/recording.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { memoryFailureText, TranscriptionFailed } from "./transcription-failure.ts";
import { useRecorder } from "../recording/use-recorder.ts";
import styles from "../recording/voice.module.css";

interface SpokenWordsProps {
  title: string;
  /** A sentence that says what to speak about. */
  prompt: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

/**
 * Dictates the text of a form, over the whole screen. Until it is transcribed, the recording stays on this device,
 * among the unsent ones.
 */
export function SpokenWords({ title, prompt, onWords, onClose }: SpokenWordsProps) {
  const [recording, setRecording] = useState<Recording | null>(null);
  return recording === null ? (
    <Listening title={title} prompt={prompt} onRecorded={setRecording} onClose={onClose} />
  ) : (
    <Processing
      title={title}
      recording={recording}
      onWords={(words) => {
        void forget(recording.id);
        onWords(words);
      }}
      onClose={onClose}
    />
  );
}

function Listening(props: Omit<RoundProps, "onRetry">) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} onRetry={() => setRound(round + 1)} />;
}

interface RoundProps extends Pick<SpokenWordsProps, "title" | "prompt" | "onClose"> {
  onRecorded: (recording: Recording) => void;
  onRetry: () => void;
}

function Round({ title, prompt, onRecorded, onClose, onRetry }: RoundProps) {
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
      title={title}
      // Closing this does not lose a recording that was stored at an interruption.
      onClose={recorder.state.phase === "interrupted" ? onClose : handleCancel}
    >
      <ListeningPanel recorder={recorder} prompt={prompt} onCancel={handleCancel} onRetry={onRetry} />
    </FullScreen>
  );
}

interface ProcessingProps extends Pick<SpokenWordsProps, "title" | "onWords" | "onClose"> {
  recording: Recording;
}

function Processing({ title, recording, onWords, onClose }: ProcessingProps) {
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
        if (text === "") setProblem(`I heard nothing in your recording.${storedNote(recording)}`);
        else handOn.current(text);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(problemText(error) + storedNote(recording));
      },
    );
    return () => {
      left.abort();
      releaseRecording(recording.id);
    };
  }, [recording, round]);
  return (
    <FullScreen title={title} onClose={onClose}>
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

/** The specification's sentence, with the reason if known. */
function problemText(error: unknown): string {
  const failed = "Failed to transcribe audio. Please try again.";
  return error instanceof TranscriptionFailed ? `${failed} ${memoryFailureText(error.failure)}` : failed;
}
