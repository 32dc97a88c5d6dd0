import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { dailyQueries } from "./api.ts";
import styles from "./daily.module.css";

/** Quests of earlier days; renders nothing without any. */
export function PastQuests() {
  const { data } = useQuery(dailyQueries.past());
  if (data === undefined || data.quests.length === 0) return null;
  return (
    <details className={styles.past}>
      <summary>Earlier quests ({data.quests.length})</summary>
      <ul aria-label="Earlier quests">
        {data.quests.map(({ day, quest, explanation, completed }) => (
          <li key={day}>
            <p className={styles.aside}>
              <time dateTime={day}>{days.format(new Date(`${day}T00:00:00Z`))}</time>
              {completed ? (
                <span className={styles.pastDone}>
                  <Check aria-hidden size={16} strokeWidth={2} /> Done
                </span>
              ) : null}
            </p>
            <p>{quest}</p>
            <p className={styles.aside}>{explanation}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A calendar day, without a time zone. */
const days = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
