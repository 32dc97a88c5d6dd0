import type { City } from "#shared/features/map/city/city.ts";
import { useNow } from "#web/lib/use-now.ts";
import { ownAddress } from "../position/own-place.ts";
import styles from "./own-address.module.css";
import type { FixState } from "../position/use-fix.ts";

/** Milliseconds between updates of an old fix's age. */
const AGE_STEP_MS = 5_000;

/** The user's address, with its age once it is old, and the reason if the device reports none. */
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
