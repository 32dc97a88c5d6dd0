import * as z from "zod/mini";
import { foldHeading } from "#shared/csv-table.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { wordsOf } from "#shared/json-fields.ts";
import { findPeople, type Someone } from "#server/features/communities/people/people-repository.ts";
import { changeRoles, type Role } from "#server/features/communities/people/roles.ts";
import type { ImportKind } from "./import-rows.ts";
import type { PlannedRow } from "./plan.ts";
import type { Cell } from "./table.ts";

export const memberColumns = ["pseudonym", "role"] as const;

const memberRow = z.object({
  pseudonym: z.pipe(
    z.transform(wordsOf),
    z.string().check(z.minLength(1, "The pseudonym is missing."), z.maxLength(80)),
  ),
  role: z.pipe(
    z.transform((value: unknown) =>
      typeof value === "string" && value.trim() !== "" ? foldHeading(value) : "member",
    ),
    z.enum(["admin", "member"], "The role must be admin or member."),
  ),
});

type ReadMember = { name: string | null } & ({ problem: string } | { role: Role; key: string });
interface MemberChange {
  person: Someone;
  role: Role;
}

/**
 * A user with an account joins or gets another role. No member missing in the file is removed, and the last admin remains one. New admins
 * must agree first, and count once they accept.
 */
export const membersKind: ImportKind<ReadMember, MemberChange> = {
  async read(_db, _community, rows) {
    const seen = new Set<string>();
    return rows.map(({ fields, problem }): ReadMember => {
      if (problem !== undefined) return { name: null, problem };
      const { data, error } = memberRow.safeParse(fields);
      if (data === undefined)
        return { name: null, problem: error?.issues[0]?.message ?? "It is not as expected." };
      const { pseudonym: name, role } = data;
      const key = foldPseudonym(name);
      if (seen.has(key)) return { name, problem: "This person is in the file twice." };
      seen.add(key);
      return { name, role, key };
    });
  },
  show: (read, rows) => ({
    columns: memberColumns,
    cells: read.map((each, index) =>
      "role" in each ? { pseudonym: each.name, role: each.role } : (rows[index]?.fields ?? {}),
    ),
  }),
  async plan(db, actor, community, read) {
    const keys = read.flatMap((each) => ("key" in each ? [each.key] : []));
    const people = new Map((await findPeople(db, { ids: [], keys })).map((person) => [person.key, person]));
    const roles = new Map<string, Role>(community.people.map(({ userId, role }) => [userId, role]));
    const asked = new Set(community.people.filter(({ isAsked }) => isAsked).map(({ userId }) => userId));
    let admins = community.people.filter(({ role }) => role === "admin").length;
    return read.map((each): PlannedRow<MemberChange> => {
      const { name } = each;
      if ("problem" in each) return { name, does: "refused", problem: each.problem };
      const { role } = each;
      const person = people.get(each.key);
      if (person === undefined) return { name, does: "refused", problem: "No user here has this name." };
      const before = roles.get(person.userId);
      const isAskedAlready = role === "admin" && asked.has(person.userId);
      if (before === role || isAskedAlready) return { name, does: "unchanged" };
      const isAdminAtOnce = role === "admin" && person.userId === actor.userId;
      const left = admins - Number(before === "admin") + Number(isAdminAtOnce);
      if (before === "admin" && left === 0)
        return { name, does: "refused", problem: "The last admin has to stay one." };
      admins = left;
      roles.set(person.userId, role);
      const does = before === undefined ? "added" : "changed";
      const planned = { name: person.pseudonym, does, change: { person, role } } as const;
      if (role === "admin") return { ...planned, admin: "gained" };
      return before === "admin" ? { ...planned, admin: "lost" } : planned;
    });
  },
  // There is no limit on the number of members.
  assertRoom: async () => undefined,
  async apply(tx, actor, community, plan) {
    const changes = plan.flatMap((row) => ("change" in row ? [row.change] : []));
    await changeRoles(tx, community, actor.userId, changes);
  },
};

export function rowOfMember({ pseudonym, role }: { pseudonym: string; role: string }): Record<string, Cell> {
  return { pseudonym, role };
}
