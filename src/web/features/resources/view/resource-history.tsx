import type { ResourceDetail } from "#shared/features/resources/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./resource-view.module.css";

/** A thing's history with places and times, newest first; null where this phone does not know it. */
export function ResourceHistory({ history }: { history: ResourceDetail["history"] | null }) {
  return (
    <section className={styles.history} aria-labelledby="resource-history">
      <h3 id="resource-history">History</h3>
      {history === null ? <Tag>It comes back with the signal</Tag> : null}
      {history?.length === 0 ? <Tag>Nothing has happened yet</Tag> : null}
      <ol className={styles.events}>
        {history?.map(({ action, date, location }) => (
          <li key={`${date}${action}`} className={styles.event}>
            <span className={styles.action}>{action}</span>
            <time className={styles.when} dateTime={date}>
              {dayFormat.format(new Date(date))}
            </time>
            <span className={styles.where}>{location}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
