import { BookHeart, ClipboardList, Mic, X } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useSelector } from "@tanstack/react-store";
import { lazy, Suspense, useEffect, useState } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { lastAnswerId } from "#web/features/chat/conversation/last-answer.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { freshSurveys, rememberSurveys } from "#web/features/surveys/seen-surveys.ts";
import { watchCursor } from "#web/features/voice/transcription/spoken-place.ts";
import { UnsentRecordings } from "#web/features/voice/transcription/unsent-recordings.tsx";
import { showVoice, useVoice } from "#web/features/voice/voice-view.ts";
import { waitingCount } from "#web/lib/waiting.ts";
import { Chip } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { deliverWords, type OpenResourceForm } from "./deliver-words.ts";
import pageStyles from "../page.module.css";
import styles from "./voice.module.css";

// The two recorders are dialogs, and most visitors are not waited for.
const MemoryRecorder = lazy(async () => ({
  default: (await import("#web/features/memories/memory-recorder.tsx")).MemoryRecorder,
}));
const RecordingOverlay = lazy(async () => ({
  default: (await import("#web/features/voice/recording/recording-overlay.tsx")).RecordingOverlay,
}));
const Today = lazy(async () => ({ default: (await import("#web/features/lending/today.tsx")).Today }));

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
        <span className={pageStyles.voice}>
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
          <SurveyOffer />
          <UnsentRecordings onTranscribe={(recording) => deliverWords(recording, openResourceForm)} />
        </>
      );
  }
}

/** Shown above the composer while there are surveys the user has neither opened nor dismissed. */
function SurveyOffer() {
  const openDialog = useOpenDialog();
  const surveys = useQuery(surveysQuery).data ?? [];
  const [isGone, setIsGone] = useState(false);
  const fresh = freshSurveys(surveys);
  if (isGone || fresh.length === 0) return null;
  function wave(): void {
    rememberSurveys(surveys);
    setIsGone(true);
  }
  return (
    <p className={styles.offer}>
      <Chip
        aria-haspopup="dialog"
        onClick={() => {
          wave();
          openDialog({ dialog: "surveys" });
        }}
      >
        <ClipboardList aria-hidden size={18} strokeWidth={1.8} />
        {fresh.length === 1 ? "1 open survey" : `${fresh.length} open surveys`}
      </Chip>
      <IconButton label="No surveys, thanks" icon={X} onClick={wave} />
    </p>
  );
}

/** Shown from the first request that needs the user until the user leaves the view. */
function Waiting() {
  const isPerson = useSession()?.isAnonymous === false;
  const waits = useSelector(waitingCount) > 0;
  const [hasWaited, setHasWaited] = useState(waits);
  if (waits && !hasWaited) setHasWaited(true);
  return isPerson && hasWaited ? (
    <Suspense>
      <Today />
    </Suspense>
  ) : null;
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
  const recorder =
    overlay.purpose === "memory" ? (
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
    );
  return <Suspense>{recorder}</Suspense>;
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
