import { Clock, CloudOff, RefreshCw, TriangleAlert, type LucideIcon } from "lucide-react";
import { classNames } from "./class-names.ts";
import styles from "./connection-badge.module.css";

/** How the page and the server stand: `waiting` counts writes kept on this device, `count` those that need the person. */
export type Connection =
  | { state: "online" }
  | { state: "offline"; waiting: number }
  | { state: "sending"; waiting: number }
  | { state: "waiting"; waiting: number }
  | { state: "stuck"; count: number };

interface ConnectionBadgeProps {
  connection: Connection;
  /** Shows what is kept. */
  onOpen: () => void;
  className?: string | undefined;
}

/** One quiet line that says what is kept here and what happens next; nothing while all is well. */
export function ConnectionBadge({ connection, onOpen, className }: ConnectionBadgeProps) {
  const line = describe(connection);
  const hasKept = line !== null && !(connection.state === "offline" && connection.waiting === 0);
  const words =
    line === null ? null : (
      <>
        <line.icon aria-hidden size={18} strokeWidth={1.8} />
        {line.text}
      </>
    );
  return (
    // The live region stays in the page, so that its change is announced.
    <output className={classNames(styles.region, className)}>
      {hasKept ? (
        <button
          type="button"
          className={classNames(styles.badge, styles.action)}
          data-state={connection.state}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {words}
        </button>
      ) : line === null ? null : (
        <span className={styles.badge}>{words}</span>
      )}
    </output>
  );
}

function describe(connection: Connection): { icon: LucideIcon; text: string } | null {
  switch (connection.state) {
    case "online":
      return null;
    case "offline":
      return {
        icon: CloudOff,
        text:
          connection.waiting === 0
            ? "No connection. What you saved before is still here."
            : `No connection. ${connection.waiting} waiting, kept here until it is back.`,
      };
    case "sending":
      return { icon: RefreshCw, text: `Sending ${changes(connection.waiting)}...` };
    case "waiting":
      return { icon: Clock, text: `${connection.waiting} waiting to be sent` };
    case "stuck":
      return {
        icon: TriangleAlert,
        text: `${changes(connection.count)} ${connection.count === 1 ? "needs" : "need"} your decision`,
      };
  }
}

function changes(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}
