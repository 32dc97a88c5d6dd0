import { useEffect, useState } from "react";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { ListeningPanel } from "./listening-panel.tsx";
import type { Recording } from "./recording.ts";
import { useRecorder } from "./use-recorder.ts";
import { readVoice, showVoice } from "../voice-view.ts";

interface RecordingOverlayProps {
  purpose: "chat" | "resource";
  onRecorded: (recording: Recording) => void;
  onClose: () => void;
}

const prompts = {
  chat: "Say your message. You can change the words before you send them.",
  resource: "Say what you have to share, where it is and when it can be had.",
};

/** Speaking, over the whole screen: listening, then processing, then handed on. */
export function RecordingOverlay(props: RecordingOverlayProps) {
  const [round, setRound] = useState(0);
  useEffect(() => {
    showVoice({ phase: "recording" });
    return () => {
      // Handed on, it is being processed by now.
      if (readVoice().phase === "recording") showVoice({ phase: "idle" });
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
      title={purpose === "chat" ? "Voice message" : "Describe it"} // What an interruption has kept is not lost by looking away from it.
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
