import { MapPin, Sparkles, Users } from "lucide-react";
import type { RecentDiscovery } from "#shared/features/profile/contract.ts";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./profile.module.css";

const icons = { Camp: MapPin, Community: Users, Art: Sparkles, Companion: Sparkles };
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** A place or companion the user has found. */
export function DiscoveryCard({ discovery }: { discovery: RecentDiscovery }) {
  const { title, type, description, discoveredAt } = discovery;
  const Icon = icons[type];
  return (
    <Card className={styles.discovery}>
      <div className={styles.discoveryHeading}>
        <h3>{title ?? "Unnamed Discovery"}</h3>
        <Tag>
          <Icon aria-hidden size={14} strokeWidth={2} /> {type}
        </Tag>
      </div>
      <p className={styles.description}>{description ?? "No description available"}</p>
      <time className={styles.date} dateTime={discoveredAt}>
        {day.format(new Date(discoveredAt))}
      </time>
    </Card>
  );
}
