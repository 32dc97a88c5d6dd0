import { classNames } from "../base/class-names.ts";
import styles from "./as-of.module.css";

/** Small print that tells the age of data shown from the cache. @param at milliseconds since the epoch, or null */
export function AsOf({ at, className }: { at: number | null; className?: string | undefined }) {
  if (at === null) return null;
  return (
    <p className={classNames(styles.line, className)}>
      On this phone, last synced <Moment at={at} />
    </p>
  );
}

/** A formatted time. @param at milliseconds since the epoch */
export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{moment.format(at)}</time>;
}

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
