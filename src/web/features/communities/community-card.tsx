import type { ReactNode } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./community-card.module.css";

interface CommunityCardProps {
  community: Community;
  /** Below a camp it claims, not by itself. */
  isPart?: boolean;
  /** The way to its page. */
  link: ReactNode;
}

/** A community in short, beside the map. */
export function CommunityCard({ community, isPart = false, link }: CommunityCardProps) {
  const { communityNoun } = usePublicSettings();
  const { name, description, address, memberCount, tags } = community;
  const Heading = isPart ? "h3" : "h2";
  return (
    <section className={styles.card} data-part={isPart || undefined} aria-label={name}>
      <p className={styles.kind}>{isPart ? `${communityNoun} of this camp` : communityNoun}</p>
      <Heading className={styles.name}>{name}</Heading>
      {isPart || address === "" ? null : <p className={styles.place}>{address}</p>}
      {description === "" ? null : <p className={styles.about}>{description}</p>}
      <p className={styles.members}>{memberCount === 1 ? "1 member" : `${memberCount} members`}</p>
      {tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      {link}
    </section>
  );
}
