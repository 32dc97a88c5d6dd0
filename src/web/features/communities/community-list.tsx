import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { communitiesMatching, thingsShared } from "#shared/features/communities/named-community.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, cardCover } from "#web/ui/card.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { communitiesQuery } from "./communities-query.ts";
import styles from "./community-list.module.css";

interface CommunityListProps {
  /** Only communities with a name like this; empty for all. */
  search: string;
  /** The page has no other list, so an empty one shows a message. */
  isOnly: boolean;
}

/** Communities that the user can open or join, by name. */
export function CommunityList({ search, isOnly }: CommunityListProps) {
  const { data, error, refetch } = useQuery(communitiesQuery);
  if (data === undefined) {
    if (!isOnly) return null;
    return error === null ? (
      <Spinner label="Loading the communities" isLabelVisible />
    ) : (
      <ErrorState title="The communities did not load" text={error.message} onRetry={() => void refetch()} />
    );
  }
  const all = isOnly ? data : [];
  const communities = search === "" ? all : communitiesMatching(search, data);
  if (communities.length === 0) {
    if (!isOnly) return null;
    return data.length === 0 ? (
      <EmptyState title="No communities yet" text="The first one someone starts appears here." />
    ) : (
      <EmptyState title="No communities match" text="Try another part of the name." />
    );
  }
  return (
    <ul className={styles.list} aria-label="Communities">
      {communities.map((community) => (
        <li key={community.id}>
          <CommunityRow community={community} />
        </li>
      ))}
    </ul>
  );
}

function CommunityRow({ community }: { community: Community }) {
  const { id, name, address, role, joinRequest, thingCount } = community;
  const place = locatorPlace(address);
  const facts = [
    address,
    ...(thingCount === undefined ? [] : [thingsShared(thingCount)]),
    ...(joinRequest?.state === "pending" ? ["you have asked to join"] : []),
    ...(role === null ? [] : ["you belong to it"]),
  ];
  return (
    <Card isTappable className={styles.row}>
      {place === null ? null : <Locator time={place.time} street={place.street} />}
      <div className={styles.words}>
        <Link to="/community/$id" params={{ id }} className={`${cardCover} ${styles.name}`}>
          {name}
        </Link>
        <p className={styles.facts}>{facts.filter((fact) => fact !== "").join(", ")}</p>
      </div>
      {role !== null || joinRequest?.state === "pending" ? null : (
        <Link
          to="/community/$id"
          params={{ id }}
          search={{ dialog: "account", mode: "sign-up", to: "ask", id } as object}
          className={`${buttonClass()} ${styles.join}`}
          aria-label={`Ask to join ${name}`}
        >
          Ask to join
        </Link>
      )}
    </Card>
  );
}
