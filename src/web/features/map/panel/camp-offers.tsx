import { useQuery } from "@tanstack/react-query";
import { byStart, eventTime } from "#shared/features/map/camps/event-time.ts";
import { campQueries } from "../api.ts";
import styles from "./camp-offers.module.css";

/** A camp's offers and events. Renders nothing until they are loaded; the rest of the card is still shown. */
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
            {camp.events.toSorted(byStart(camp.timeZone ?? "UTC")).map((event) => (
              <li key={`${event.title} ${event.start}`}>
                {[eventTime(event, camp.timeZone ?? "UTC"), event.title, event.description]
                  .filter(Boolean)
                  .join(" · ")}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
