import { useState } from "react";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import { drawable } from "#shared/features/vibe/shape.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { useStoreVibe } from "./api.ts";
import styles from "./vibe.module.css";

interface VibeEditorProps {
  entity: { id: string; name: string };
  vibe: Vibe;
  onDone: () => void;
}

/** Edits a vibe: mood, energy, and rotation. */
export function VibeEditor({ entity, vibe, onDone }: VibeEditorProps) {
  const [{ sentiment, intensity, turn }, setFeeling] = useState(() => feelingOf(vibe));
  const store = useStoreVibe();
  const half = turn * Math.PI;
  const state: Vibe = {
    quaternion: { x: Math.sin(half), y: 0, z: 0, w: Math.cos(half) },
    sentiment,
    intensity,
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        store.mutate({ entityId: entity.id, name: entity.name, state }, { onDone });
      }}
    >
      <Slider
        label="Mood"
        ends={["Low", "Bright"]}
        range={[-1, 1]}
        value={sentiment}
        onChange={(next) => setFeeling({ sentiment: next, intensity, turn })}
      />
      <Slider
        label="Energy"
        ends={["Calm", "Wild"]}
        range={[0, 1]}
        value={intensity}
        onChange={(next) => setFeeling({ sentiment, intensity: next, turn })}
      />
      <Slider
        label="Turn"
        ends={["This way", "The other way"]}
        range={[0, 1]}
        value={turn}
        onChange={(next) => setFeeling({ sentiment, intensity, turn: next })}
      />
      <FormMessage message={store.error} />
      <div className={styles.controls}>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={store.isPending}>
          {store.isPending ? "Saving..." : "Save vibe"}
        </Button>
      </div>
    </form>
  );
}

interface SliderProps {
  label: string;
  /** Labels of both ends. */
  ends: readonly [string, string];
  range: readonly [number, number];
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, ends, range, value, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        className={styles.range}
        type="range"
        min={range[0]}
        max={range[1]}
        step={0.05}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <span className={styles.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
    </label>
  );
}

function feelingOf(vibe: Vibe): { sentiment: number; intensity: number; turn: number } {
  const { quaternion, sentiment, intensity } = drawable(vibe);
  const turn = Math.acos(Math.min(1, Math.abs(quaternion.w))) / Math.PI;
  return { sentiment, intensity, turn };
}
