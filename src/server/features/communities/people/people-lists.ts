import type { CommunityChanges } from "#shared/features/communities/contract.ts";
import type { Role, RoleChange } from "./roles.ts";
import type { CommunityRecord } from "../repository.ts";

/** A person in the lists, by both names that the lists may use. */
export interface NamedPerson {
  userId: string;
  pseudonym: string;
}

interface ListChange {
  isGiven: boolean;
  added: Set<string>;
  removed: Set<string>;
}

/**
 * The role changes in the lists of a full record, compared with the current lists. An unchanged list changes no role, so a client may edit
 * only the pseudonyms or only the ids.
 * @param resolve returns the id for an entry of a list, which may be an id or a pseudonym
 */
export function roleChangesOf(
  record: CommunityRecord,
  changes: Pick<CommunityChanges, "admins" | "adminIds" | "members" | "memberIds">,
  resolve: (entry: string) => NamedPerson,
): RoleChange[] {
  const idsOf = (role: Role) =>
    new Set(record.people.filter((person) => person.role === role).map(({ userId }) => userId));
  const people = new Map<string, NamedPerson>(record.people.map((person) => [person.userId, person]));
  const listed = (entries: readonly string[] | undefined) => {
    if (entries === undefined) return null;
    return new Set(
      entries.map((entry) => {
        const person = resolve(entry);
        people.set(person.userId, person);
        return person.userId;
      }),
    );
  };
  const admins = differenceOf(idsOf("admin"), [listed(changes.admins), listed(changes.adminIds)]);
  const members = differenceOf(idsOf("member"), [listed(changes.members), listed(changes.memberIds)]);

  const wanted = new Map<string, Role | null>();
  for (const id of admins.removed)
    wanted.set(id, members.added.has(id) || !members.isGiven ? "member" : null);
  for (const id of members.removed) wanted.set(id, null);
  for (const id of members.added)
    if (!idsOf("admin").has(id) || admins.removed.has(id)) wanted.set(id, "member");
  for (const id of admins.added) wanted.set(id, "admin");
  return [...wanted].flatMap(([userId, role]) => {
    const person = people.get(userId);
    return person === undefined ? [] : [{ person, role }];
  });
}

function differenceOf(current: ReadonlySet<string>, lists: readonly (Set<string> | null)[]): ListChange {
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const list of lists) {
    if (list === null) continue;
    for (const id of list) if (!current.has(id)) added.add(id);
    for (const id of current) if (!list.has(id)) removed.add(id);
  }
  return { isGiven: lists.some((list) => list !== null), added, removed };
}
