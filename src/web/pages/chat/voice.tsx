import { BookHeart, Mic } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { lastAnswerId } from "#web/features/chat/conversation/last-answer.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { UnsentRecordings } from "#web/features/voice/transcription/unsent-recordings.tsx";
import { showVoice, useVoice } from "#web/features/voice/voice-view.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { deliverWords, type OpenResourceForm } from "./deliver-words.ts";
import styles from "../page.module.css";

const RecordingOverlay = lazy(async () => ({
  default: (await import("#web/features/voice/recording/recording-overlay.tsx")).RecordingOverlay,
}));
const MemoryRecorder = lazy(async () => ({
  default: (await import("#web/features/memories/memory-recorder.tsx")).MemoryRecorder,
}));
const SurveyOffer = lazy(async () => ({ default: (await import("./survey-offer.tsx")).SurveyOffer }));

/** Where in the chat: in the composer, in the hint how a resource is added, above the composer. */
export type VoicePart = "microphone" | "resource" | "unsent";

interface VoiceProps {
  part: VoicePart;
  /** The microphone takes the description of a resource instead of a message. */
  isDescribing: boolean;
  openResourceForm: OpenResourceForm;
}

/** What speaking adds to the chat. */
export function Voice({ part, isDescribing, openResourceForm }: VoiceProps) {
  switch (part) {
    case "microphone":
      return (
        <span className={styles.voice}>
          <Microphone purpose={isDescribing ? "resource" : "chat"} />
          <IconButton
            label="Record Your Memory"
            icon={BookHeart}
            aria-haspopup="dialog"
            onClick={() => openRecorder("memory")}
          />
          <Recorders openResourceForm={openResourceForm} />
          <Heard />
        </span>
      );
    case "resource":
      return <Microphone purpose="resource" />;
    case "unsent":
      return (
        <>
          <Suspense>
            <SurveyOffer />
          </Suspense>
          <UnsentRecordings onTranscribe={(recording) => deliverWords(recording, openResourceForm)} />
        </>
      );
  }
}

function Microphone({ purpose }: { purpose: "chat" | "resource" }) {
  const { phase } = useVoice();
  const isBusy = phase !== "idle";
  return (
    <IconButton
      label={purpose === "chat" ? "Record a voice message" : "Describe the resource by voice"}
      icon={Mic}
      aria-haspopup="dialog"
      aria-disabled={isBusy || undefined}
      onClick={() => (isBusy ? undefined : openRecorder(purpose))}
    />
  );
}

/** Words that came into a field unseen are read out. */
function Heard() {
  const { heard } = useVoice();
  return <VisuallyHidden as="output">{heard === "" ? "" : `Your words: ${heard}`}</VisuallyHidden>;
}

/** What covers the screen while a user speaks. */
function Recorders({ openResourceForm }: { openResourceForm: OpenResourceForm }) {
  const { overlay, phase } = useVoice();
  useEffect(speakIfAsked, []);
  useEffect(() => chat.later((store) => store.changeVoice(phase)), [phase]);
  // After going elsewhere and back, by the back button, it does not cover the screen.
  useEffect(() => closeRecorder, []);
  if (overlay === null) return null;
  return (
    <Suspense>
      {overlay.purpose === "memory" ? (
        <MemoryRecorder
          recording={overlay.recording}
          lastAnswerId={() => lastAnswerId(chat.getSnapshot().conversation)}
          onSaved={(memory) => {
            closeRecorder();
            chat.ask((store) => store.notes.tellSaved(memory));
          }}
          onClose={closeRecorder}
        />
      ) : (
        <RecordingOverlay
          purpose={overlay.purpose}
          onRecorded={(recording) => {
            deliverWords(recording, openResourceForm);
            closeRecorder();
          }}
          onClose={closeRecorder}
        />
      )}
    </Suspense>
  );
}

/** The home screen's shortcut "Voice". Once: coming back to this address is not asking again. */
function speakIfAsked(): void {
  if (!new URLSearchParams(location.search).has("speak")) return;
  history.replaceState(history.state, "", "/");
  openRecorder("chat");
}

function openRecorder(purpose: "chat" | "resource" | "memory"): void {
  showVoice({ overlay: { purpose, recording: null } });
}

function closeRecorder(): void {
  showVoice({ overlay: null });
}
