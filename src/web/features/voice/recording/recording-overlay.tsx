import { useEffect, useState } from "react";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { ListeningPanel } from "./listening-panel.tsx";
import type { Recording } from "./recording.ts";
import { type RecorderWish, useRecorder } from "./use-recorder.ts";
import { showVoice, voiceView } from "../voice-view.ts";

interface RecordingOverlayProps {
  purpose: "chat" | "resource";
  onRecorded: (recording: Recording) => void;
  onClose: () => void;
}

const words = {
  chat: {
    title: "Voice message",
    prompt: "Say your message. You can change the words before you send them.",
  },
  resource: {
    title: "Describe it",
    prompt: "Say what you have to share, where it is and when it can be had.",
  },
};

/** Records for the chat: listening, then processing, then passing the recording on. */
export function RecordingOverlay({ purpose, ...on }: RecordingOverlayProps) {
  useEffect(() => {
    showVoice({ phase: "recording" });
    return () => {
      // After the recording was passed on, the phase is "processing".
      if (voiceView.get().phase === "recording") showVoice({ phase: "idle" });
    };
  }, []);
  const wish = { purpose, memoryType: null, emptyText: "No audio data captured" };
  return <RecorderScreen {...words[purpose]} wish={wish} {...on} />;
}

interface RecorderScreenProps extends Omit<RecordingOverlayProps, "purpose"> {
  title: string;
  /** A suggestion of what to talk about. */
  prompt: string;
  wish: Omit<RecorderWish, "onRecorded">;
}

/** Records over the whole screen, as many times as needed. */
export function RecorderScreen(props: RecorderScreenProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} onRetry={() => setRound(round + 1)} />;
}

interface RoundProps extends RecorderScreenProps {
  onRetry: () => void;
}

function Round({ title, prompt, wish, onRecorded, onClose, onRetry }: RoundProps) {
  const recorder = useRecorder({ ...wish, onRecorded });

  function handleCancel(): void {
    recorder.cancel();
    onClose();
  }

  return (
    // Closing this does not lose a recording that was stored at an interruption.
    <FullScreen title={title} onClose={recorder.state.phase === "interrupted" ? onClose : handleCancel}>
      <ListeningPanel recorder={recorder} prompt={prompt} onCancel={handleCancel} onRetry={onRetry} />
    </FullScreen>
  );
}
