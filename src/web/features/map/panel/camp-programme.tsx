import type { CampCard } from "#shared/features/map/camp.ts";
import styles from "./camp-details.module.css";

const day = new Intl.DateTimeFormat("en", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** What a camp gives, and when something is on; nothing where it says neither. */
export function CampProgramme({ card: { offerings, events } }: { card: CampCard }) {
  return (
    <>
      {offerings.length === 0 ? null : (
        <section>
          <h3 className={styles.subtitle}>Offerings</h3>
          <ul className={styles.programme}>
            {offerings.map(({ title, description }) => (
              <li key={title}>
                <b>{title}</b>
                {description === null ? null : <p>{description}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {events.length === 0 ? null : (
        <section>
          <h3 className={styles.subtitle}>Events</h3>
          <ul className={styles.programme}>
            {events.map(({ title, description, start, end }) => (
              <li key={`${title} ${start}`}>
                <b>{title}</b>
                {start === null ? null : (
                  <p className={styles.when}>
                    <time dateTime={start}>{day.format(new Date(start))}</time>
                    {end === null ? null : (
                      <>
                        {" to "}
                        <time dateTime={end}>{day.format(new Date(end))}</time>
                      </>
                    )}
                  </p>
                )}
                {description === null ? null : <p>{description}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
