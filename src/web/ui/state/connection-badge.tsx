import type { WaitingOfOther } from "#shared/outbox/others.ts";
import { lazy, Suspense } from "react";

/** Renders nothing while all is well. Prefetched after the first paint, see background/start-background-tasks.ts. */
const ConnectionWords = lazy(async () => {
  const Words = await import("./connection-words.tsx").then(
    (part) => part.ConnectionWords,
    () => Plain,
  );
  return { default: Words };
});

/** Connection between the page and the server: `waiting` counts writes queued on this device, `count` those that need the user. */
export type Connection =
  | { state: "online" }
  /** `isDown`: there is a signal, but the server does not answer. */
  | { state: "offline"; waiting: number; isDown?: boolean }
  /** The network wants a sign-in first. */
  | { state: "portal"; waiting: number }
  | { state: "sending"; waiting: number }
  | { state: "waiting"; waiting: number }
  | { state: "stuck"; count: number }
  /** Writes or recordings of users who are not signed in on this device are waiting here. */
  | { state: "others"; others: readonly WaitingOfOther[] };

interface ConnectionBadgeProps {
  connection: Connection;
  /** Shows the queued writes. */
  onOpen: () => void;
  className?: string | undefined;
}

/** Describes the queue of this device and the next step in one line; empty while all is well. */
export function ConnectionBadge({ connection, onOpen, className }: ConnectionBadgeProps) {
  return (
    // The live region stays mounted, so that changes are announced.
    <output className={className}>
      {connection.state === "online" ? null : (
        <Suspense>
          <ConnectionWords connection={connection} onOpen={onOpen} />
        </Suspense>
      )}
    </output>
  );
}

/** Fallback for a page that went offline before it had loaded everything. */
function Plain(_: Omit<ConnectionBadgeProps, "className">) {
  return "No connection.";
}
