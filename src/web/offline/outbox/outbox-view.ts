import { useSelector } from "@tanstack/react-store";
import { createAtom } from "@tanstack/store";
import type { Bundle } from "#shared/outbox/operation.ts";
import type { WaitingOfOther } from "#shared/outbox/others.ts";
import type { QueuedOperation } from "./outbox.ts";

/** Contents of the outbox of the user on this device, oldest first. */
export interface OutboxView {
  operations: readonly QueuedOperation[];
  bundles: readonly Bundle[];
  /** Ids of the operations sent since this page was opened. */
  sent: ReadonlySet<string>;
  /** Writes and recordings of users who are not on this device now. */
  others: readonly WaitingOfOther[];
  /** Number of the user's recordings that are not transcribed yet. */
  recordings: number;
  /** Whether the database has been read. Until then, and without storage, it is unknown what is waiting. */
  isKnown: boolean;
}

/** Filled by fill-outbox-view.ts once it is loaded: the first paint needs no database. */
export const outboxView = createAtom<OutboxView>({
  operations: [],
  bundles: [],
  sent: new Set<string>(),
  others: [],
  recordings: 0,
  isKnown: false,
});

export function useOutbox(): OutboxView {
  return useSelector(outboxView);
}
