import { useQuery } from "@tanstack/react-query";
import { campQueries } from "../api.ts";
import styles from "./camp-offers.module.css";

/** A camp's offers and events. Renders nothing while they are unknown: the rest of the card stays. */
export function CampOffers({ campId }: { campId: string }) {
  const camp = useQuery(campQueries.one(campId)).data;
  if (camp === undefined) return null;
  return (
    <>
      {camp.offerings.length === 0 ? null : (
        <section>
          <h3 className={styles.label}>Offerings</h3>
          <ul className={styles.list}>
            {camp.offerings.map(({ title, description }) => (
              <li key={title}>{description === null ? title : `${title}: ${description}`}</li>
            ))}
          </ul>
        </section>
      )}
      {camp.events.length === 0 ? null : (
        <section>
          <h3 className={styles.label}>Events</h3>
          <ul className={styles.list}>
            {camp.events.map(({ title, description, start }) => (
              <li key={`${title} ${start}`}>
                {[start === null ? null : when(start), title, description].filter(Boolean).join(" · ")}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function when(start: string): string {
  const format = { weekday: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en", format).format(new Date(start));
}
