import { LocateFixed } from "lucide-react";
import type { City } from "#shared/features/map/city/city.ts";
import { MapTool } from "./map-controls.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { ownAddress } from "../position/own-place.ts";
import styles from "./own-address.module.css";
import type { FixState } from "../position/use-fix.ts";

/** Asks the device for the user's position on a tap. */
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

/** Milliseconds between updates of an old fix's age. */
const AGE_STEP_MS = 5_000;

/** The user's address, with its age once it is old, and why the device reports none. */
export function OwnAddress({ city, state }: { city: City; state: FixState }) {
  const { fix, problem, isWatching } = state;
  const now = useNow(AGE_STEP_MS);
  const address = fix === null ? null : ownAddress(city, fix, now);
  const text = [address, problem].filter((part) => part !== null).join(". ");
  return (
    <output className={styles.address} data-problem={problem === null ? undefined : true}>
      {text === "" && isWatching ? "Finding you..." : text}
    </output>
  );
}
