import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { lockCommunityRecord } from "../repository.ts";
import { changeRoles, type RoleChange } from "./roles.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

test("changes hundreds of roles with as many statements as one", async () => {
  await using database = await openTestDatabase();
  const { pool } = database;
  await pool.query("insert into communities (id, name) values ('a', 'A')");
  await pool.query(
    `insert into users (id, pseudonym, pseudonym_key, internal_email, is_anonymous)
     select 'u' || n, 'u' || n, 'u' || n, n || '@x.invalid', false from generate_series(0, 400) n`,
  );
  await pool.query("insert into community_people (community_id, user_id, role) values ('a', 'u0', 'admin')");
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const change = async (changes: RoleChange[]): Promise<number> => {
    await database.kysely.transaction().execute(async (tx) => {
      const record = await lockCommunityRecord(tx, "a");
      if (record === null) throw new Error("It is there.");
      statements = 0;
      await changeRoles(tx.withPlugin(counter), record, "u0", changes);
    });
    return statements;
  };
  const people = (from: number, to: number, role: RoleChange["role"]) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const userId = `u${from + index}`;
      return { person: { userId, pseudonym: userId }, role };
    });

  const forOne = await change(people(1, 1, "admin"));
  expect(await change(people(2, 400, "admin"))).toBe(forOne);
  // All accept, and have an admin's data.
  await pool.query("update community_people set role = 'admin'");
  await pool.query("delete from community_admin_invitations");
  const outOfOne = await change(people(1, 1, null));
  expect(await change([...people(2, 200, null), ...people(201, 400, "member")])).toBeLessThanOrEqual(
    outOfOne + 1,
  );
  expect(await change(people(201, 400, "member"))).toBe(0);

  const { rows: left } = await pool.query(
    "select role, count(*)::int as many from community_people group by role order by role",
  );
  expect(left).toEqual([
    { role: "admin", many: 1 },
    { role: "member", many: 200 },
  ]);
  const { rows: history } = await pool.query(
    "select event, count(*)::int as many from audit_log group by event order by event",
  );
  expect(history).toEqual([
    { event: "community.added", many: 400 },
    { event: "community.asked-to-be-admin", many: 400 },
    { event: "community.demoted", many: 200 },
    { event: "community.removed", many: 200 },
  ]);
  const { rows: counted } = await pool.query(
    "select (select count(*)::int from notifications) as notices, (select count(distinct seq)::int from events) as events",
  );
  expect(counted).toEqual([{ notices: 800, events: 800 }]);
});
