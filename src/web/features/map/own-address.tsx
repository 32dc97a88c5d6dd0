import { LocateFixed } from "lucide-react";
import type { City } from "#shared/features/map/city.ts";
import { MapTool } from "./map-controls.tsx";
import { ownAddressSentence } from "./own-place.ts";
import styles from "./own-address.module.css";
import type { FixState } from "./use-fix.ts";

/** The way to one's own place: a tap asks the device. */
export function LocateTool({ state, onLocate }: { state: FixState; onLocate: () => void }) {
  return (
    <MapTool
      icon={LocateFixed}
      label="Where am I?"
      aria-pressed={state.isWatching}
      onClick={() => {
        if (!state.isWatching) state.start();
        onLocate();
      }}
    />
  );
}

/** One's own address, or why it is not known; said once it changes. */
export function OwnAddress({ city, state }: { city: City; state: FixState }) {
  const { fix, problem, isWatching } = state;
  const text =
    problem ?? (fix !== null ? ownAddressSentence(city, fix) : isWatching ? "Looking where you are..." : "");
  return (
    <output className={styles.address} data-problem={problem === null ? undefined : true}>
      {text}
    </output>
  );
}
