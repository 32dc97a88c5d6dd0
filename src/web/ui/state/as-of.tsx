import { dateFormat } from "#shared/date-format.ts";
import { useServerReachable } from "#web/lib/server/use-server-reachable.ts";
import { classNames } from "../base/class-names.ts";
import styles from "./as-of.module.css";

interface AsOfProps {
  /** A query; its data is as old as its last answer, in milliseconds since the epoch. */
  of: { dataUpdatedAt: number };
  className?: string | undefined;
}

/** Small print that shows the age of cached data while the server cannot be reached. */
export function AsOf({ of: { dataUpdatedAt }, className }: AsOfProps) {
  const isReachable = useServerReachable();
  if (isReachable || dataUpdatedAt === 0) return null;
  return (
    <p className={classNames(styles.line, className)}>
      On this phone, last synced <Moment at={dataUpdatedAt} />
    </p>
  );
}

/** A formatted time. @param at milliseconds since the epoch, or in the server's format */
export function Moment({ at, className }: { at: number | string; className?: string | undefined }) {
  const time = new Date(at);
  return (
    <time className={className} dateTime={time.toISOString()}>
      {moment(time)}
    </time>
  );
}

/** The format of the time. */
export const moment = dateFormat("en", { dateStyle: "medium", timeStyle: "short" });
