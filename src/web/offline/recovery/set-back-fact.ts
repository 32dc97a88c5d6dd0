/** Facts about the server's data known to this device. */
export interface KnownEpoch {
  epoch: string;
  /** ISO time of the backup; null when no restore was seen, or the time is unknown. */
  setBackTo: string | null;
  /** Whether the server was restored: its epoch was another one before. */
  isSetBack: boolean;
  /** Ids of accounts that use this device and no longer exist on the server. */
  lost: string[];
  /** Ids of accounts the server was already asked about. */
  asked: string[];
}

export const EPOCH_FACT = "epoch";

/** Null before the server has sent it. */
export function readEpoch(fact: unknown): KnownEpoch | null {
  return typeof fact === "object" && fact !== null && "epoch" in fact ? (fact as KnownEpoch) : null; // nothing else is written there
}
