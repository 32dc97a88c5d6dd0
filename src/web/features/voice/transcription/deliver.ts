import {
  discardRecording,
  holdRecording,
  readSound,
  releaseRecording,
} from "#web/offline/drafts/recordings.ts";
import type { StoredRecording } from "#web/offline/database.ts";
import { isServerReachable, subscribeToReachability } from "#web/lib/server/reachability.ts";
import { currentPlatform } from "../microphone/platform.ts";
import { storedNote, type Recording } from "../recording/recording.ts";
import { transcribeRecording } from "./transcribe-recording.ts";
import { friendlyText, TranscriptionFailed } from "./transcription-failure.ts";
import { showVoice } from "../voice-view.ts";

/** Takes what became of a recording. */
export interface Receiver {
  /** It is tried again, or thrown away: what was said of an earlier try no longer holds. */
  onSettled: () => void;
  /** Resolves once they are as safe as the recording was, which is thrown away then. */
  onWords: (words: string) => void | Promise<void>;
  /** It is kept; the text tells the person why, and what to do. */
  onFailure: (text: string) => void;
}

const NOTHING_HEARD =
  "I heard nothing in your recording. Listen to it, try again or discard it: it is kept until then.";

/** Recordings this page still has in memory: a browser that keeps nothing has them nowhere else. */
const atHand = new Map<string, Recording>();
/** How often each was tried. */
const rounds = new Map<string, number>();
/** Who wants the words of each. */
const receivers = new Map<string, Receiver>();
/** They go on by themselves with the signal. */
const waiting = new Set<string>();
/** Those being turned into words, with what stops it. */
const working = new Map<string, AbortController>();

/** Turns a recording into words and hands them on. It stays on this device until that has worked. */
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
    if (text === "") receiver.onFailure(NOTHING_HEARD + storedNote(recording));
    else {
      await receiver.onWords(text);
      showVoice({ heard: text });
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

/** A recording of this page or of this device, whole; null when there is no sound to be found. */
export async function findRecording(id: string, kept: StoredRecording | null): Promise<Recording | null> {
  const here = atHand.get(id);
  if (here !== undefined || kept === null) return here ?? null;
  const audio = await readSound(id);
  const { purpose, memoryType, durationMs } = kept;
  return audio === null ? null : { id, purpose, memoryType, audio, durationMs, isKept: true };
}

/** Throws a recording away, for good. */
export async function forget(id: string): Promise<void> {
  receivers.get(id)?.onSettled();
  receivers.delete(id);
  atHand.delete(id);
  rounds.delete(id);
  waiting.delete(id);
  await discardRecording(id).catch(() => undefined); // it was never kept
  releaseRecording(id);
}

/** Stops waiting for words: the recordings stay on this device, among what is unsent. */
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
  subscribeToReachability(() => {
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
