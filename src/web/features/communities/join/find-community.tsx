import type { ReactNode } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import styles from "../community.module.css";

interface FindCommunityProps {
  /** Communities the user does not belong to. */
  communities: readonly Community[];
  /** This server's name for a community. */
  noun: string;
  /** Link to a community's page. */
  link: (to: { id: string; className: string | undefined; children: ReactNode }) => ReactNode;
}

/** The other communities, which a user can ask to join. */
export function FindCommunity({ communities, noun, link }: FindCommunityProps) {
  if (communities.length === 0) return null;
  return (
    <details className={styles.find}>
      <summary className={styles.findSummary}>Find a {noun} to join</summary>
      <ul>
        {communities.map(({ id, name, memberCount, address, joinRequest }) => (
          <li key={id}>
            {link({
              id,
              className: styles.findLink,
              children: (
                <>
                  {name}
                  <span className={styles.findFacts}>
                    {joinRequest?.state === "pending" ? "You have asked. " : ""}
                    {memberCount === 1 ? "1 member" : `${memberCount} members`}
                    {address === "" ? "" : `, ${address}`}
                  </span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
