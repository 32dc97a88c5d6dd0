import { Clock, CloudOff, RefreshCw, TriangleAlert, type LucideIcon } from "lucide-react";
import { classNames } from "./class-names.ts";
import type { Connection } from "./connection-badge.tsx";
import styles from "./connection-words.module.css";

interface ConnectionWordsProps {
  connection: Connection;
  /** Shows what is kept. */
  onOpen: () => void;
}

/** What is kept here and what happens next; nothing while all is well. */
export function ConnectionWords({ connection, onOpen }: ConnectionWordsProps) {
  const line = describe(connection);
  if (line === null) return null;
  const words = (
    <>
      <line.icon aria-hidden size={18} strokeWidth={1.8} />
      {line.text}
    </>
  );
  if (connection.state === "offline" && connection.waiting === 0)
    return <span className={styles.badge}>{words}</span>;
  return (
    <button
      type="button"
      className={classNames(styles.badge, styles.action)}
      data-state={connection.state}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {words}
    </button>
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
