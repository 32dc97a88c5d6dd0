import { Clock, CloudOff, RefreshCw, TriangleAlert, Wifi, type LucideIcon } from "lucide-react";
import { sentenceOfWaiting } from "#shared/outbox/others.ts";
import { portalAddress } from "#web/lib/server/portal-address.ts";
import { classNames } from "../base/class-names.ts";
import type { Connection } from "./connection-badge.tsx";
import styles from "./connection-words.module.css";

interface ConnectionWordsProps {
  connection: Connection;
  /** Shows the queued writes. */
  onOpen: () => void;
}

/** Describes the queue and the next step; renders nothing while all is well. */
export function ConnectionWords({ connection, onOpen }: ConnectionWordsProps) {
  if (connection.state === "portal") return <SignInFirst {...connection} onOpen={onOpen} />;
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

/** Disappears when our server answers again. */
function SignInFirst({ waiting, onOpen }: Portal & Pick<ConnectionWordsProps, "onOpen">) {
  return (
    <span className={styles.badge}>
      <Wifi aria-hidden size={18} strokeWidth={1.8} />
      This network wants you to sign in first.
      <a className={styles.link} href={portalAddress()} target="_blank" rel="noopener noreferrer">
        Open its page
      </a>
      {waiting === 0 ? null : (
        <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onOpen}>
          {waiting} waiting
        </button>
      )}
    </span>
  );
}

type Portal = Extract<Connection, { state: "portal" }>;

function describe(connection: Exclude<Connection, Portal>): { icon: LucideIcon; text: string } | null {
  switch (connection.state) {
    case "online":
      return null;
    case "offline": {
      const trouble = connection.isDown === true ? "Looby’s server does not answer." : "No connection.";
      return {
        icon: CloudOff,
        text:
          connection.waiting === 0
            ? `${trouble} What you saved before is still here.`
            : `${trouble} ${connection.waiting} waiting, saved here until it is back.`,
      };
    }
    case "sending":
      return { icon: RefreshCw, text: `Sending ${changes(connection.waiting)}...` };
    case "waiting":
      return { icon: Clock, text: `${connection.waiting} waiting to be sent` };
    case "others":
      return { icon: Clock, text: connection.others.map(sentenceOfWaiting).join(" ") };
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
