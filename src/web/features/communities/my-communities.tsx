import { Link } from "@tanstack/react-router";
import type { Community } from "#shared/features/communities/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "#web/ui/item-list.module.css";

interface MyCommunitiesProps {
  communities: readonly Community[];
  /** This server's term for a community. */
  noun: string;
}

/** The user's communities with their roles, and the ways to join another. */
export function MyCommunities({ communities, noun }: MyCommunitiesProps) {
  const joined = communities.filter((community) => community.role !== null);
  return (
    <div className={styles.section}>
      {joined.length === 0 ? <p className={styles.text}>You have not joined a {noun} yet.</p> : null}
      <ul>
        {joined.map((community) => (
          <li key={community.id} className={styles.item}>
            <Link
              to="/community/$id"
              params={{ id: community.id }}
              className={`${styles.words} ${styles.link}`}
            >
              {community.name}
            </Link>
            <Tag>{community.role === "admin" ? "Admin" : "Member"}</Tag>
          </li>
        ))}
      </ul>
      <p className={styles.text}>Open a {noun} and ask to join, or have one of its admins add you.</p>
    </div>
  );
}
