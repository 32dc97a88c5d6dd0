import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import { currentVoiceSettings } from "#web/lib/device/voice-settings.ts";
import { MicrophoneRefused } from "../microphone/open-microphone.ts";
import { type ActiveRecording, startRecording } from "./record.ts";
import { record, type RecorderState } from "./recorder-state.ts";
import type { Recording } from "./recording.ts";

/** Milliseconds between two readings of the clock. */
const TICK_MS = 200;

export interface RecorderWish {
  purpose: RecordingPurpose;
  memoryType: MemoryType | null;
  /** Message when the recording has no sound. */
  emptyText: string;
  onRecorded: (recording: Recording) => void;
}

export interface Recorder {
  state: RecorderState;
  /** The user is done, or uses an interrupted recording. */
  finish: () => void;
  /** Discards the recording. */
  cancel: () => void;
  /** The current level, from 0 to 1. */
  level: () => number;
}

/** Records from the first render on. If the user leaves the page, the recording is listed among the unsent ones. */
export function useRecorder({ purpose, memoryType, emptyText, onRecorded }: RecorderWish): Recorder {
  const [state, dispatch] = useReducer(record, { phase: "asking" });
  const active = useRef<ActiveRecording | null>(null);
  const handOn = useEffectEvent(onRecorded);

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    let stopListening = () => {};
    startRecording({
      purpose,
      memoryType,
      onInterrupted: (reason) => dispatch({ type: "interrupted", reason }),
    }).then(
      (recording) => {
        if (isGone) return void recording.cancel();
        active.current = recording;
        dispatch({ type: "granted" });
        stopListening = listenForEnd(recording.stream, () => dispatch({ type: "done" }));
        timer = setInterval(() => dispatch({ type: "tick", elapsedMs: recording.elapsedMs() }), TICK_MS);
      },
      (error: unknown) =>
        dispatch({
          type: "refused",
          problem: error instanceof MicrophoneRefused ? error.problem : "unknown",
        }),
    );
    return () => {
      isGone = true;
      clearInterval(timer);
      stopListening();
      void active.current?.leave();
      active.current = null;
    };
  }, [purpose, memoryType]);

  // Entered by Done, by using an interrupted recording, and by the end of the three minutes.
  const isProcessing = state.phase === "processing";
  useEffect(() => {
    const ending = active.current;
    if (!isProcessing || ending === null) return;
    active.current = null;
    ending.finish().then(
      (recording) => {
        if (recording === null) dispatch({ type: "failed", message: emptyText });
        else handOn(recording);
      },
      () => dispatch({ type: "failed", message: "Failed to process recording. Please try again." }),
    );
  }, [isProcessing, emptyText]);

  return {
    state,
    finish: () => dispatch({ type: "done" }),
    cancel: () => {
      void active.current?.cancel();
      active.current = null;
    },
    level: () => active.current?.level() ?? 0,
  };
}

/** Calls back when the user has stopped speaking, if auto-stop is on in Settings. @returns a function that stops listening */
function listenForEnd(stream: MediaStream, onOver: () => void): () => void {
  if (!currentVoiceSettings().stopsByItself) return () => {};
  const gone = new AbortController();
  import("../auto-stop/auto-stop.ts").then(
    ({ stopAfterSpeech }) => stopAfterSpeech(stream, { signal: gone.signal, onOver }),
    () => undefined, // offline and never loaded: the Done button is available
  );
  return () => gone.abort();
}
