import { Mic } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { MicrophoneHelpCard } from "../microphone/microphone-help-card.tsx";
import { clockOf, interruptionTexts, remainingMs } from "./recorder-state.ts";
import type { Recorder } from "./use-recorder.ts";
import styles from "../voice.module.css";

interface ListeningPanelProps {
  recorder: Recorder;
  /** Shown while recording: a suggestion of what to talk about. */
  prompt: string;
  /** Closes the view and discards the recording. */
  onCancel: () => void;
  /** Starts over after a refusal or a failure. */
  onRetry: () => void;
}

/** The recording view: the microphone's state, the level, the time left, Done and Cancel. */
export function ListeningPanel({ recorder, prompt, onCancel, onRetry }: ListeningPanelProps) {
  const { state } = recorder;
  switch (state.phase) {
    case "asking":
      return (
        <Stage status="Please allow the microphone when your browser asks." level={null}>
          <Button onClick={onCancel}>Cancel</Button>
        </Stage>
      );
    case "listening":
      return (
        <Stage status="Listening..." hint={prompt} level={recorder.level} elapsedMs={state.elapsedMs}>
          <Button variant="primary" onClick={recorder.finish}>
            Done
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </Stage>
      );
    case "interrupted":
      return (
        <Stage status={interruptionTexts[state.reason]} level={null} elapsedMs={state.elapsedMs}>
          <Button variant="primary" onClick={recorder.finish}>
            Use it
          </Button>
          <Button onClick={onCancel}>Discard</Button>
        </Stage>
      );
    case "processing":
      return (
        <div className={styles.stage}>
          <Spinner label="Processing..." size={56} isLabelVisible />
        </div>
      );
    case "refused":
      return <MicrophoneHelpCard problem={state.problem} onRetry={onRetry} onClose={onCancel} />;
    case "failed":
      return (
        <div className={styles.help}>
          <FormMessage message={state.message} />
          <div className={styles.actions}>
            <Button variant="primary" onClick={onRetry}>
              Try Again
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </div>
      );
  }
}

interface StageProps {
  status: string;
  hint?: string;
  /** Null when not recording. */
  level: (() => number) | null;
  elapsedMs?: number;
  children: ReactNode;
}

function Stage({ status, hint, level, elapsedMs, children }: StageProps) {
  return (
    <div className={styles.stage}>
      <LevelRing level={level} />
      <p className={styles.status} role="status">
        {status}
      </p>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {elapsedMs === undefined ? null : (
        <p className={styles.clock} role="timer" aria-label="Time left">
          <b>{clockOf(remainingMs(elapsedMs))}</b> left
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** The lamp grows with the level. Drawn outside React, because it changes with every frame. */
function LevelRing({ level }: { level: (() => number) | null }) {
  const ring = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(() => level?.() ?? 0);
  useEffect(() => {
    let frame = 0;
    let shown = 0;
    const draw = () => {
      // Rises immediately and falls slowly, like the perception of a voice.
      shown = Math.max(read(), shown * 0.9);
      ring.current?.style.setProperty("--level", shown.toFixed(3));
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={ring} className={styles.lamp} data-on={level !== null || undefined} aria-hidden>
      <span className={styles.halo} />
      <span className={styles.core}>
        <Mic size={44} strokeWidth={1.6} />
      </span>
    </div>
  );
}
