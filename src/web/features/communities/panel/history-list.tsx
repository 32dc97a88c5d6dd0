import { useQuery } from "@tanstack/react-query";
import type { communityEvents } from "#shared/features/communities/people-contract.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import styles from "./panel.module.css";
import { peopleQueries } from "../people-api.ts";

type Event = (typeof communityEvents)[number];

/** Log of changes with their authors, newest first. */
export function HistoryList({ communityId }: { communityId: string }) {
  const history = useQuery(peopleQueries.history(communityId));
  if (history.data === undefined) {
    return <QueryState query={history} title="The history did not load" label="Loading the history" />;
  }
  if (history.data.length === 0) return <p className={styles.note}>Nothing has been changed yet.</p>;
  return (
    <ul aria-label="History">
      {history.data.map(({ id, at, event, by, person }) => (
        <li key={id} className={styles.row}>
          <span className={styles.person}>{sentenceOf(event, by ?? "Somebody", person ?? "somebody")}</span>
          <Moment className={styles.time} at={at} />
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(event: Event, by: string, person: string): string {
  switch (event) {
    case "admin-login":
      return `${by} came in by the admin login`;
    case "admin-login-failed":
      return `${by} tried the admin login with a wrong password`;
    case "credentials-changed":
      return `${by} changed the admin login`;
    case "saved":
      return `${by} changed the description`;
    case "photo-changed":
      return `${by} changed a photo`;
    case "added":
      return `${by} added ${person}`;
    case "promoted":
      return `${by} made ${person} an admin`;
    case "asked-to-be-admin":
      return `${by} asked ${person} to be an admin`;
    case "became-admin":
      return `${person} accepted to be an admin`;
    case "declined-to-be-admin":
      return `${person} declined to be an admin`;
    case "not-asked-to-be-admin":
      return `${by} no longer asks ${person} to be an admin`;
    case "demoted":
      return `${by} made ${person} a member`;
    case "removed":
      return `${by} removed ${person}`;
    case "left":
      return `${person} left`;
    case "asked-to-join":
      return `${person} asked to join`;
    case "accepted":
      return `${by} accepted ${person}`;
    case "declined":
      return `${by} declined ${person}`;
    case "joined-by-link":
      return `${person} joined by the link of ${by}`;
    case "joined-by-code":
      return `${person} joined by a code of ${by}`;
    case "invite-made":
      return `${by} made an invite link`;
    case "invite-ended":
      return `${by} turned off the invite link`;
  }
}
