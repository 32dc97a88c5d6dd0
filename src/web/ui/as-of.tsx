import { classNames } from "./class-names.ts";
import styles from "./as-of.module.css";

/** Small print under what a device shows from memory: how old it is. @param at milliseconds since the epoch, or null */
export function AsOf({ at, className }: { at: number | null; className?: string | undefined }) {
  if (at === null) return null;
  return (
    <p className={classNames(styles.line, className)}>
      No connection: as of <time dateTime={new Date(at).toISOString()}>{moment.format(at)}</time>
    </p>
  );
}

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
