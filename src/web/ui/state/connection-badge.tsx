import type { WaitingOfOther } from "#shared/outbox/others.ts";
import { lazy, Suspense } from "react";

/** Nothing is said while all is well: the words are fetched behind the first paint, see background/start-background-tasks.ts. */
const ConnectionWords = lazy(async () => {
  const Words = await import("./connection-words.tsx").then(
    (part) => part.ConnectionWords,
    () => Plain,
  );
  return { default: Words };
});

/** How the page and the server stand: `waiting` counts writes kept on this device, `count` those that need the person. */
export type Connection =
  | { state: "online" }
  | { state: "offline"; waiting: number }
  /** The network wants a sign-in first. */
  | { state: "portal"; waiting: number }
  | { state: "sending"; waiting: number }
  | { state: "waiting"; waiting: number }
  | { state: "stuck"; count: number }
  /** Something of people who are not on this device now waits here. */
  | { state: "others"; others: readonly WaitingOfOther[] };

interface ConnectionBadgeProps {
  connection: Connection;
  /** Shows what is kept. */
  onOpen: () => void;
  className?: string | undefined;
}

/** One quiet line that says what is kept here and what happens next; nothing while all is well. */
export function ConnectionBadge({ connection, onOpen, className }: ConnectionBadgeProps) {
  return (
    // The live region stays in the page, so that its change is announced.
    <output className={className}>
      {connection.state === "online" ? null : (
        <Suspense>
          <ConnectionWords connection={connection} onOpen={onOpen} />
        </Suspense>
      )}
    </output>
  );
}

/** For a page that has lost its signal before it had everything. */
function Plain(_: Omit<ConnectionBadgeProps, "className">) {
  return "No connection.";
}
