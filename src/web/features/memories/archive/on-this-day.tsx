import { useQuery } from "@tanstack/react-query";
import { dayOf } from "#shared/day.ts";
import { yearsAgo } from "#shared/features/memories/archive/on-this-day.ts";
import { shorten } from "#shared/shorten.ts";
import { useNow } from "#web/lib/use-now.ts";
import { onThisDayQuery } from "./api.ts";
import styles from "./archive.module.css";

const MOST_SHOWN = 3;
const LONGEST = 160;

/** Memories of this day in earlier years; renders nothing without any. */
export function OnThisDay({ userId }: { userId: string }) {
  const { data } = useQuery(onThisDayQuery(userId));
  const now = new Date(useNow(60_000));
  // Offline, the cached response may be from yesterday.
  if (data === undefined || data.memories.length === 0 || data.day !== dayOf(now, data.timeZone)) return null;
  return (
    <section className={styles.onThisDay} aria-label="On this day">
      <ul>
        {data.memories.slice(0, MOST_SHOWN).map((memory) => (
          <li key={memory.id}>
            <b>{yearsAgo(new Date(memory.createdAt), now, data.timeZone)}</b>
            <p>{shorten(memory.analysis.title ?? memory.content, LONGEST)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
