import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, openTab } from "../outbox/outbox-fixture.ts";

beforeEach(async () => freshBrowser("ada"));
afterEach(() => vi.unstubAllGlobals());

test("an answer whose user signs out before it is stored is not stored", async () => {
  await openTab(new KeyServer());
  const [{ cacheQuery, persister, readCachedQuery }, { setUser }, { openDatabase }] = await Promise.all([
    import("./query-storage.ts"),
    import("../user/set-user.ts"),
    import("../database.ts"),
  ]);
  const stored = async () => JSON.stringify(await (await openDatabase()).getAll("queries"));
  const client = new QueryClient({ defaultOptions: { queries: { persister } } });
  const session = { queryKey: ["session"], queryFn: () => ({ name: "Ada" }) };

  await setUser("ada", "Ada");
  await client.fetchQuery(session);
  await vi.waitFor(async () =>
    expect(await readCachedQuery(["session"])).toMatchObject({ data: { name: "Ada" } }),
  );

  // The answer is here, and about to be stored.
  await client.fetchQuery({ ...session, queryKey: ["session", "again"] });
  const caching = cacheQuery(client, ["session", "again"]);
  await setUser(null);
  await caching;
  await new Promise((done) => setTimeout(done, 50));
  expect(await stored()).toBe("[]");
});
