import type { ReactNode } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./community-card.module.css";

interface CommunityCardProps {
  community: Community;
  /** Link to its page. */
  link: ReactNode;
}

/** Summary of a community, below the camp it claims. */
export function CommunityCard({ community, link }: CommunityCardProps) {
  const { communityNoun } = usePublicSettings();
  const { name, description, memberCount, tags } = community;
  return (
    <section className={styles.card} aria-label={name}>
      <p className={styles.kind}>{`${communityNoun} of this camp`}</p>
      <h3 className={styles.name}>{name}</h3>
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
