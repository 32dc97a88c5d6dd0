import { getSession } from "#shared/features/account/contract.ts";
import { newId } from "#shared/id.ts";
import { hashPassword } from "#server/features/account/passwords/password-hash.ts";
import { storeAdminLogin } from "#server/features/communities/people/login-repository.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export const ADMIN_PASSWORD = "seven lanterns in the dust";

/** Creates a community with the named people, who get accounts. Its admin username is its id. */
export async function makeCommunity(
  app: TestApp,
  people: { admins: readonly string[]; members?: readonly string[] },
  columns: { name?: string; joinQuestions?: string[] } = {},
): Promise<string> {
  const id = newId();
  const db = app.database.kysely;
  await db
    .insertInto("communities")
    .values({ id, name: columns.name ?? "Lantern Works", join_questions: columns.joinQuestions ?? [] })
    .execute();
  const passwordHash = await hashPassword(ADMIN_PASSWORD);
  await storeAdminLogin(db, { communityId: id, username: id, passwordHash });
  for (const [role, names] of [
    ["admin", people.admins],
    ["member", people.members ?? []],
  ] as const) {
    for (const name of names) {
      const user_id = await idOf(await app.signUp(name));
      await db.insertInto("community_people").values({ community_id: id, user_id, role }).execute();
    }
  }
  return id;
}

export async function idOf(client: TestClient): Promise<string> {
  return (await client.call(getSession, {})).user.userId;
}
