import { Link } from "@tanstack/react-router";
import type { Community } from "#shared/features/communities/contract.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import styles from "../community.module.css";

interface FindCommunityProps {
  /** Communities the user does not belong to. */
  communities: readonly Community[];
  /** This server's term for a community. */
  noun: string;
}

/** The other communities, which a user can ask to join. */
export function FindCommunity({ communities, noun }: FindCommunityProps) {
  const wordsOf = useAddressWords();
  if (communities.length === 0) return null;
  return (
    <details className={styles.find}>
      <summary className={styles.findSummary}>Find a {noun} to join</summary>
      <ul>
        {communities.map(({ id, name, memberCount, address, joinRequest }) => (
          <li key={id}>
            <Link to="/community/$id" params={{ id }} className={styles.findLink}>
              {name}
              <span className={styles.findFacts}>
                {joinRequest?.state === "pending" ? "You have asked. " : ""}
                {memberCount === 1 ? "1 member" : `${memberCount} members`}
                {address === "" ? "" : `, ${wordsOf(address)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
