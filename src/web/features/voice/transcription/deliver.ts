import {
  discardRecording,
  holdRecording,
  readSound,
  releaseRecording,
} from "#web/offline/drafts/recordings.ts";
import type { StoredRecording } from "#web/offline/schema.ts";
import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { currentPlatform } from "../microphone/platform.ts";
import { storedNote, type Recording } from "../recording/recording.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { friendlyText, TranscriptionFailed } from "./transcription-failure.ts";
import { showVoice } from "../voice-view.ts";

/** Receives the result of a recording. */
export interface Receiver {
  /** The recording is tried again or discarded: earlier failure messages no longer apply. */
  onSettled: () => void;
  /** Resolves once the text is stored as safely as the recording was, which is then discarded. */
  onWords: (words: string) => void | Promise<void>;
  /** The recording is stored; the text explains to the user why it failed, and the next step. */
  onFailure: (text: string) => void;
}

const NOTHING_RECOGNIZED =
  "I heard nothing in your recording. Listen to it, try again or discard it: it stays saved until then.";

/** Recordings in this page's memory. Without storage there is no other copy. */
const atHand = new Map<string, Recording>();
/** Number of attempts for each recording. */
const rounds = new Map<string, number>();
/** Receiver of each recording. */
const receivers = new Map<string, Receiver>();
/** Recordings to be retried when the connection is back. */
const waiting = new Set<string>();
/** Recordings being transcribed, with their abort controllers. */
const working = new Map<string, AbortController>();

/** Transcribes a recording and delivers the text. The recording is stored on this device until that has succeeded. */
export async function deliver(recording: Recording, receiver: Receiver): Promise<void> {
  const { id } = recording;
  const round = (rounds.get(id) ?? 0) + 1;
  rounds.set(id, round);
  atHand.set(id, recording);
  waiting.delete(id);
  holdRecording(id);
  receivers.get(id)?.onSettled();
  receivers.set(id, receiver);
  const stop = new AbortController();
  setWorking(id, stop);
  try {
    const { text } = await transcribeRecording(recording, { signal: stop.signal });
    if (text === "") receiver.onFailure(NOTHING_RECOGNIZED + storedNote(recording));
    else {
      await receiver.onWords(text);
      showVoice({ announcement: text });
      await forget(id);
    }
  } catch (error) {
    const text = stop.signal.aborted ? "Stopped before there were words." : failureText(error, round);
    receiver.onFailure(text + storedNote(recording));
    if (error instanceof TranscriptionFailed && error.failure.kind === "no-signal") waitForSignal(id);
  } finally {
    setWorking(id, null);
    releaseRecording(id);
  }
}

/** A complete recording, from this page or from storage; null when there is no sound. */
export async function findRecording(id: string, stored: StoredRecording | null): Promise<Recording | null> {
  const here = atHand.get(id);
  if (here !== undefined || stored === null) return here ?? null;
  const audio = await readSound(id);
  const { purpose, memoryType, durationMs } = stored;
  return audio === null ? null : { id, purpose, memoryType, audio, durationMs, isStored: true };
}

/** Discards a recording permanently. */
export async function forget(id: string): Promise<void> {
  receivers.get(id)?.onSettled();
  receivers.delete(id);
  atHand.delete(id);
  rounds.delete(id);
  waiting.delete(id);
  await discardRecording(id).catch(() => undefined); // it was never stored
  releaseRecording(id);
}

/** Aborts all transcriptions. The recordings are still stored on this device, among the unsent ones. */
export function giveUp(): void {
  for (const stop of working.values()) stop.abort();
}

function setWorking(id: string, stop: AbortController | null): void {
  if (stop === null) working.delete(id);
  else working.set(id, stop);
  showVoice({ phase: working.size > 0 ? "processing" : "idle" });
}

let isWatching = false;

function waitForSignal(id: string): void {
  waiting.add(id);
  if (isWatching) return;
  isWatching = true;
  reachability.subscribe(() => {
    if (!isServerReachable()) return;
    for (const id of waiting) {
      const recording = atHand.get(id);
      const receiver = receivers.get(id);
      if (recording !== undefined && receiver !== undefined) void deliver(recording, receiver);
    }
  });
}

function failureText(error: unknown, round: number): string {
  if (!(error instanceof TranscriptionFailed)) return "Failed to process recording. Please try again.";
  const { system, browser } = currentPlatform();
  return friendlyText(error.failure, {
    isApple: system === "ios" || browser === "desktop-safari",
    rounds: round,
  });
}
