import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { holdRecording, releaseRecording } from "#web/offline/drafts/recordings.ts";
import { forget } from "./deliver.ts";
import { storedNote, type Recording } from "../recording/recording.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { memoryFailureText, TranscriptionFailed } from "./transcription-failure.ts";
import { RecorderScreen } from "../recording/recording-overlay.tsx";
import styles from "../voice.module.css";

interface SpokenWordsProps {
  title: string;
  /** A sentence that suggests what to talk about. */
  prompt: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

/**
 * Dictates the text of a form, over the whole screen. Until it is transcribed, the recording is stored on this device, among the unsent
 * ones.
 */
export function SpokenWords({ title, prompt, onWords, onClose }: SpokenWordsProps) {
  const [recording, setRecording] = useState<Recording | null>(null);
  return recording === null ? (
    <RecorderScreen title={title} prompt={prompt} wish={wish} onRecorded={setRecording} onClose={onClose} />
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

const wish = {
  purpose: "memory",
  memoryType: "something-else",
  emptyText: "No audio data was recorded. Please try again.",
} as const;

interface ProcessingProps extends Pick<SpokenWordsProps, "title" | "onWords" | "onClose"> {
  recording: Recording;
}

function Processing({ title, recording, onWords, onClose }: ProcessingProps) {
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const handOn = useEffectEvent(onWords);
  useEffect(() => {
    const left = new AbortController();
    holdRecording(recording.id);
    transcribeRecording(recording, { signal: left.signal }).then(
      ({ text }) => {
        if (text === "") setProblem(`I heard nothing in your recording.${storedNote(recording)}`);
        else handOn(text);
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
