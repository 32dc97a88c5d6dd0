import { AudioLines, ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useState } from "react";
import { useServerReachable } from "#web/lib/server/use-server-reachable.ts";
import type { StoredRecording } from "#web/offline/schema.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { onChange } from "#web/offline/changes.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";
import { findRecording, forget, giveUp } from "./deliver.ts";
import { clockOf } from "../recording/recorder-state.ts";
import type { Recording } from "../recording/recording.ts";
import { showVoice, useVoice, voiceView } from "../voice-view.ts";
import styles from "../voice.module.css";

interface UnsentRecordingsProps {
  onTranscribe: (recording: Recording) => void;
}

/** Recordings that are not transcribed yet: play, retry or discard them. Renders nothing without any. */
export function UnsentRecordings({ onTranscribe }: UnsentRecordingsProps) {
  const { unsent, phase } = useVoice();
  const isReachable = useServerReachable();
  const [isOpen, setOpen] = useState(false);
  useEffect(followUnsent, []);
  if (phase === "processing") {
    return (
      <Chip className={styles.chip} onClick={giveUp}>
        Stop and keep the recording
      </Chip>
    );
  }
  if (unsent.length === 0) return null;
  const count = unsent.length === 1 ? "1 unsent recording" : `${unsent.length} unsent recordings`;
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      {isOpen ? (
        <section className={styles.unsent} id="unsent-recordings" aria-label="Unsent recordings">
          <ul className={styles.list}>
            {unsent.map((stored) => (
              <UnsentRow
                key={stored.id}
                stored={stored}
                isBusy={phase !== "idle"}
                onTranscribe={onTranscribe}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <Chip
        className={styles.chip}
        aria-expanded={isOpen}
        aria-controls={isOpen ? "unsent-recordings" : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <AudioLines aria-hidden size={18} strokeWidth={1.8} />
        {isReachable ? count : `${count}, waiting for a signal`}
        <Arrow aria-hidden size={18} strokeWidth={1.8} />
      </Chip>
    </>
  );
}

interface UnsentRowProps extends UnsentRecordingsProps {
  stored: StoredRecording;
  isBusy: boolean;
}

const labels = { chat: "Voice message", resource: "Resource description", memory: "Memory" };

function UnsentRow({ stored, isBusy, onTranscribe }: UnsentRowProps) {
  const { id, purpose, startedAt, durationMs } = stored;
  const [isAsking, setAsking] = useState(false);
  const name = `${labels[purpose]} of ${timeOf(startedAt)}`;

  async function handleTranscribe(): Promise<void> {
    const recording = await findRecording(id, stored);
    if (recording !== null) onTranscribe(recording);
    else showToast({ kind: "problem", text: "There is no sound in this recording. You can discard it." });
  }

  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {labels[purpose]}
        <small>
          {timeOf(startedAt)}, {clockOf(durationMs)}
        </small>
      </span>
      {isAsking ? (
        <>
          <Button variant="danger" aria-label={`Discard for good: ${name}`} onClick={() => void forget(id)}>
            Discard for good
          </Button>
          <Button variant="plain" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </>
      ) : (
        <>
          <Player stored={stored} name={name} />
          <Button
            variant="primary"
            isBusy={isBusy}
            aria-label={`Transcribe: ${name}`}
            onClick={() => void handleTranscribe()}
          >
            Transcribe
          </Button>
          <Button variant="plain" aria-label={`Discard: ${name}`} onClick={() => setAsking(true)}>
            Discard
          </Button>
        </>
      )}
    </li>
  );
}

function Player({ stored, name }: { stored: StoredRecording; name: string }) {
  const [playing, setPlaying] = useState<HTMLAudioElement | null>(null);
  useEffect(() => () => stop(playing), [playing]);

  async function handlePlay(): Promise<void> {
    if (playing !== null) return setPlaying(null);
    const recording = await findRecording(stored.id, stored);
    if (recording === null) return;
    const audio = new Audio(URL.createObjectURL(recording.audio));
    audio.addEventListener("ended", () => setPlaying(null));
    setPlaying(audio);
    await audio.play().catch(() => {
      setPlaying(null);
      showToast({
        kind: "problem",
        text: "This browser cannot play the recording. It can still be transcribed.",
      });
    });
  }

  const label = playing === null ? "Play" : "Stop";
  return (
    <Button aria-label={`${label}: ${name}`} onClick={() => void handlePlay()}>
      {label}
    </Button>
  );
}

function stop(audio: HTMLAudioElement | null): void {
  if (audio === null) return;
  audio.pause();
  URL.revokeObjectURL(audio.src);
}

const times = new Intl.DateTimeFormat("en", { weekday: "short", hour: "numeric", minute: "2-digit" });

function timeOf(epochMs: number): string {
  return times.format(epochMs);
}

let isFollowing = false;

/** Syncs the list of unsent recordings with the storage from now on. */
function followUnsent(): void {
  if (isFollowing) return;
  isFollowing = true;
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const mine = latest;
    const unsent = await listUnsent();
    if (mine === latest && (unsent.length > 0 || voiceView.get().unsent.length > 0)) showVoice({ unsent });
  }

  // A browser without storage shows nothing.
  const look = () => void refresh().catch(() => undefined);
  onChange(look);
  // A killed window reports no change.
  document.addEventListener("visibilitychange", look);
  look();
}
