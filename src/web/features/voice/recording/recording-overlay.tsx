import { useEffect, useState } from "react";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { ListeningPanel } from "./listening-panel.tsx";
import type { Recording } from "./recording.ts";
import { useRecorder } from "./use-recorder.ts";
import { showVoice, voiceView } from "../voice-view.ts";

interface RecordingOverlayProps {
  purpose: "chat" | "resource";
  onRecorded: (recording: Recording) => void;
  onClose: () => void;
}

const prompts = {
  chat: "Say your message. You can change the words before you send them.",
  resource: "Say what you have to share, where it is and when it can be had.",
};

/** Records over the whole screen: listening, then processing, then passing the recording on. */
export function RecordingOverlay(props: RecordingOverlayProps) {
  const [round, setRound] = useState(0);
  useEffect(() => {
    showVoice({ phase: "recording" });
    return () => {
      // After the recording was passed on, the phase is "processing".
      if (voiceView.get().phase === "recording") showVoice({ phase: "idle" });
    };
  }, []);
  return <Round key={round} {...props} onRetry={() => setRound(round + 1)} />;
}

function Round({ purpose, onRecorded, onClose, onRetry }: RecordingOverlayProps & { onRetry: () => void }) {
  const recorder = useRecorder({
    purpose,
    memoryType: null,
    emptyText: "No audio data captured",
    onRecorded,
  });

  function handleCancel(): void {
    recorder.cancel();
    onClose();
  }

  return (
    <FullScreen
      title={purpose === "chat" ? "Voice message" : "Describe it"} // Closing this does not lose a recording that was stored at an interruption.
      onClose={recorder.state.phase === "interrupted" ? onClose : handleCancel}
    >
      <ListeningPanel
        recorder={recorder}
        prompt={prompts[purpose]}
        onCancel={handleCancel}
        onRetry={onRetry}
      />
    </FullScreen>
  );
}
