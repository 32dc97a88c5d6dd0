import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("gives a database without one of its columns to no other test", async () => {
  const changed = await openTestDatabase();
  await changed.pool.query("alter table passkeys drop column aaguid");
  await changed.close();
  await using next = await openTestDatabase();
  expect(await next.kysely.selectFrom("passkeys").select("aaguid").execute()).toEqual([]);
});
