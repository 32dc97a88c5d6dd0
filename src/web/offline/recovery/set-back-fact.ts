/** What this device knows of the server's data. */
export interface KnownEpoch {
  epoch: string;
  /** ISO; null: it was never seen to be set back, or to when is not known. */
  setBackTo: string | null;
  /** It was another one before. */
  isSetBack: boolean;
  /** Ids of accounts that use this device and are not on the server any more. */
  lost: string[];
  /** Ids of accounts that were asked about. */
  asked: string[];
}

export const EPOCH_FACT = "epoch";

/** Null before the server has told. */
export function readEpoch(fact: unknown): KnownEpoch | null {
  return typeof fact === "object" && fact !== null && "epoch" in fact ? (fact as KnownEpoch) : null; // nothing else is written there
}
