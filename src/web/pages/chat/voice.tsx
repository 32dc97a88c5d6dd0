import { BookHeart, Mic } from "lucide-react";
import { useSelector } from "@tanstack/react-store";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSession } from "#web/features/account/session.ts";
import { lastAnswerId } from "#web/features/chat/conversation/last-answer.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { watchCursor } from "#web/features/voice/transcription/spoken-place.ts";
import { UnsentRecordings } from "#web/features/voice/transcription/unsent-recordings.tsx";
import { showVoice, useVoice } from "#web/features/voice/voice-view.ts";
import { waitingCount } from "#web/lib/waiting.ts";
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
const Today = lazy(async () => ({ default: (await import("#web/features/lending/today.tsx")).Today }));
const SurveyOffer = lazy(async () => ({ default: (await import("./survey-offer.tsx")).SurveyOffer }));

/** The place in the chat: in the composer, in the hint about adding a resource, above the composer, or below the greeting. */
export type VoicePart = "microphone" | "resource" | "unsent" | "today";

interface VoiceProps {
  part: VoicePart;
  /** The microphone records the description of a resource instead of a message. */
  isDescribing: boolean;
  openResourceForm: OpenResourceForm;
}

/** The parts of the chat loaded after the first paint: voice input, and the requests that need the user. */
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
          <Announcement />
        </span>
      );
    case "resource":
      return <Microphone purpose="resource" />;
    case "today":
      return <Waiting />;
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

/** Shown from the first request that needs the user until the user leaves the view. */
function Waiting() {
  const isPerson = useSession()?.isAnonymous === false;
  const waits = useSelector(waitingCount) > 0;
  const [hasWaited, setHasWaited] = useState(waits);
  if (waits && !hasWaited) setHasWaited(true);
  if (!isPerson || !hasWaited) return null;
  return (
    <Suspense>
      <Today />
    </Suspense>
  );
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

/** Announces text that was inserted into a field. */
function Announcement() {
  const { announcement } = useVoice();
  return (
    <VisuallyHidden as="output">{announcement === "" ? "" : `Your words: ${announcement}`}</VisuallyHidden>
  );
}

/** Overlays shown while a user is recording. */
function Recorders({ openResourceForm }: { openResourceForm: OpenResourceForm }) {
  const { overlay, phase } = useVoice();
  useEffect(watchCursor, []);
  useEffect(speakIfAsked, []);
  useEffect(() => chat.later((store) => store.changeVoice(phase)), [phase]);
  // The overlay must not cover the screen again after the user has left the view and returned.
  useEffect(() => closeRecorder, []);
  if (overlay === null) return null;
  return (
    <Suspense>
      {overlay.purpose === "memory" ? (
        <MemoryRecorder
          recording={overlay.recording}
          lastAnswerId={() => lastAnswerId(chat.state.get().conversation)}
          onSaved={(memory) => {
            closeRecorder();
            chat.ask((store) => store.notes.showSaved(memory));
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

/** The home screen's "Voice" shortcut. Runs once: returning to this address must not start it again. */
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
