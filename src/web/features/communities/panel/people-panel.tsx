import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Community } from "#shared/features/communities/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { SearchField } from "#web/ui/form/search-field.tsx";
import styles from "./panel.module.css";
import { useChangeInvite, useChangePeople, peopleQueries } from "../people-api.ts";
import type { CommunityChange } from "../send-change.ts";
import { RemovePerson } from "./remove-person.tsx";

interface PeoplePanelProps {
  community: Community;
  /** The current user. */
  userId: string;
}

interface Person {
  id: string;
  pseudonym: string;
  /** Nominated as an admin, but has not responded yet. */
  isAsked: boolean;
}

/** The people of a community with their roles. Changes apply immediately; they are not part of Save. */
export function PeoplePanel({ community, userId }: PeoplePanelProps) {
  const change = useChangePeople();
  const [doomed, setDoomed] = useState<Person | null>(null);
  const communityId = community.id;
  const admins = peopleOf(community.adminIds, community.admins);
  const members = peopleOf(community.memberIds, community.members, community.askedAdminIds);
  const makeLink = useChangeInvite(communityId);
  const replaceLink = () =>
    makeLink.mutate("reset", {
      onSuccess: () =>
        showToast({ kind: "done", text: "The old invite link has ended. The new one is in Joining." }),
    });
  const run = (wanted: CommunityChange, isLinkReplaced = false) =>
    change.mutate(wanted, {
      onQueued: () => showToast({ kind: "info", text: isLinkReplaced ? QUEUED_WITHOUT_LINK : QUEUED }),
      onSent: () => {
        // After the removal, so that the new link counts as made after it and lets the person back in once they get it.
        if (isLinkReplaced) replaceLink();
        if (wanted.kind === "add" && wanted.role === "admin" && wanted.person.id !== userId)
          showToast({ kind: "done", text: `${wanted.person.pseudonym} is asked to be an admin.` });
      },
    });
  const setRole = (person: Pick<Person, "id" | "pseudonym">, role: "admin" | "member") =>
    run({ kind: "add", communityId, person, role });

  return (
    <div className={styles.panel}>
      <PersonSearch communityId={communityId} isBusy={change.isPending} onAdd={setRole} />
      {/* The specification's text for the action, then the reason why it failed. */}
      <FormMessage message={change.error === null ? null : failureOf(change.variables)} />
      {change.error === null ? null : <p className={styles.note}>{change.error}</p>}
      <FormMessage message={makeLink.error?.message ?? null} />
      <PersonList
        title="Administrators"
        people={admins}
        userId={userId}
        otherOf={() => ({ label: "Make member", role: "member" })}
        onChange={setRole}
        onRemove={setDoomed}
      />
      <PersonList
        title="Members"
        people={members}
        userId={userId}
        otherOf={({ isAsked }) =>
          isAsked ? { label: "Take back", role: "member" } : { label: "Make admin", role: "admin" }
        }
        onChange={setRole}
        onRemove={setDoomed}
      />
      <RemovePerson
        communityId={communityId}
        person={doomed}
        isSelf={doomed?.id === userId}
        onRemove={(person, isLinkReplaced) => run({ kind: "remove", communityId, person }, isLinkReplaced)}
        onClose={() => setDoomed(null)}
      />
    </div>
  );
}

const QUEUED = "Saved on this device until the server can be reached.";
const QUEUED_WITHOUT_LINK = `${QUEUED} The invite link was not replaced: make a new one then.`;

interface PersonListProps {
  title: string;
  people: readonly Person[];
  userId: string;
  /** The other role that the user can be given. */
  otherOf: (person: Person) => { label: string; role: "admin" | "member" };
  onChange: (person: Person, role: "admin" | "member") => void;
  onRemove: (person: Person) => void;
}

function PersonList({ title, people, userId, otherOf, onChange, onRemove }: PersonListProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>
        {title} ({people.length})
      </h3>
      {people.length === 0 ? <p className={styles.note}>No one yet.</p> : null}
      <ul>
        {people.map((person) => {
          const { label, role } = otherOf(person);
          return (
            <li key={person.id} className={styles.row}>
              <span className={styles.person}>
                {person.pseudonym}
                {person.id === userId ? " (you)" : ""}
                {person.isAsked ? " (asked to be an admin)" : ""}
              </span>
              <span className={styles.buttons}>
                <Button aria-label={`${label}: ${person.pseudonym}`} onClick={() => onChange(person, role)}>
                  {label}
                </Button>
                <Button
                  variant="plain"
                  aria-label={`Remove ${person.pseudonym}`}
                  onClick={() => onRemove(person)}
                >
                  Remove
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function peopleOf(
  ids: readonly string[],
  pseudonyms: readonly string[],
  asked: readonly string[] = [],
): Person[] {
  return ids.map((id, index) => ({ id, pseudonym: pseudonyms[index] ?? id, isAsked: asked.includes(id) }));
}

function failureOf(change: CommunityChange | undefined): string {
  return change?.kind === "remove"
    ? "Failed to remove user. Please try again."
    : "Failed to add user to loobricate";
}

interface PersonSearchProps {
  communityId: string;
  isBusy: boolean;
  onAdd: (person: { id: string; pseudonym: string }, role: "admin" | "member") => void;
}

/** Finds users to add, except those who already belong to the community. */
function PersonSearch({ communityId, isBusy, onAdd }: PersonSearchProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(peopleQueries.search(communityId, search));
  const suggestions = search === "" ? [] : (found.data ?? []);
  const hasNoMatch = search !== "" && found.data?.length === 0;
  function add(person: { id: string; pseudonym: string }, role: "admin" | "member"): void {
    setSearch("");
    onAdd(person, role);
  }
  return (
    <div className={styles.section}>
      <SearchField
        label="Add people"
        hint="Start typing a name."
        maxLength={40}
        autoCapitalize="none"
        error={found.isError ? found.error.message : null}
        search={search}
        onSearch={setSearch}
      />
      <ul aria-label="People found">
        {suggestions.map((person) => (
          <li key={person.id} className={styles.row}>
            <span className={styles.person}>{person.pseudonym}</span>
            <span className={styles.buttons}>
              <Button
                isBusy={isBusy}
                aria-label={`Add ${person.pseudonym} as member`}
                onClick={() => add(person, "member")}
              >
                Add as member
              </Button>
              <Button
                isBusy={isBusy}
                aria-label={`Add ${person.pseudonym} as admin`}
                onClick={() => add(person, "admin")}
              >
                Add as admin
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <output className={styles.note}>
        {hasNoMatch ? "No one by that name who isn’t already in." : null}
      </output>
    </div>
  );
}
