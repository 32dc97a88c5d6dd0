import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Administered } from "#server/features/communities/authorize.ts";
import { findPeople } from "#server/features/communities/people-repository.ts";
import { changeRoles, type Role } from "#server/features/communities/roles.ts";
import type { Plan, PlannedRow } from "#server/features/transfer/plan.ts";
import type { Cell, Row } from "#server/features/transfer/table.ts";
import type { Actor } from "#server/http/actor.ts";

export const memberColumns = ["pseudonym", "role"] as const;

const memberRow = z.object({
  pseudonym: z
    .string("The pseudonym is missing.")
    .check(z.trim(), z.minLength(1, "The pseudonym is missing."), z.maxLength(80)),
  role: z.pipe(
    z.transform((value: unknown) =>
      typeof value === "string" && value.trim() !== "" ? value.trim().toLowerCase() : "member",
    ),
    z.enum(["admin", "member"], "The role must be admin or member."),
  ),
});

/**
 * What each row would do: somebody with an account here joins, or gets another role. Nobody leaves by not being in the file,
 * and the last admin stays one.
 */
export async function planMembers(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  rows: readonly Row[],
): Promise<Plan> {
  const read = rows.map((row) => memberRow.safeParse(row));
  const keys = read.flatMap(({ data }) => (data === undefined ? [] : [foldPseudonym(data.pseudonym)]));
  const people = new Map((await findPeople(db, { ids: [], keys })).map((person) => [person.key, person]));
  const roles = new Map<string, Role>(community.people.map(({ userId, role }) => [userId, role]));
  const seen = new Set<string>();
  return read.map(({ data, error }): PlannedRow => {
    if (data === undefined)
      return { name: null, does: "refused", problem: error?.issues[0]?.message ?? "It is not as expected." };
    const { pseudonym, role } = data;
    const person = people.get(foldPseudonym(pseudonym));
    if (person === undefined)
      return { name: pseudonym, does: "refused", problem: "Nobody here has this name." };
    if (seen.has(person.userId))
      return { name: pseudonym, does: "refused", problem: "This person is in the file twice." };
    seen.add(person.userId);
    const before = roles.get(person.userId);
    if (before === role) return { name: pseudonym, does: "unchanged" };
    roles.set(person.userId, role);
    if (![...roles.values()].includes("admin")) {
      roles.set(person.userId, "admin");
      return { name: pseudonym, does: "refused", problem: "The last admin has to stay one." };
    }
    return {
      name: pseudonym,
      does: before === undefined ? "added" : "changed",
      // All rows of the plan belong to one transaction: the record is brought up to date row by row.
      apply: async (tx) => {
        await changeRoles(tx, community, actor.userId, [{ person, role }]);
        applyRole(community, person, role);
      },
    };
  });
}

export function rowOfMember({ pseudonym, role }: { pseudonym: string; role: string }): Record<string, Cell> {
  return { pseudonym, role };
}

function applyRole(community: Administered, person: { userId: string; pseudonym: string }, role: Role): void {
  const there = community.people.find(({ userId }) => userId === person.userId);
  if (there === undefined)
    community.people.push({ userId: person.userId, pseudonym: person.pseudonym, role });
  else there.role = role;
}
