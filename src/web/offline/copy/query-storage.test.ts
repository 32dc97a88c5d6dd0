import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, openTab } from "../outbox/outbox-fixture.ts";

beforeEach(async () => freshBrowser("ada"));
afterEach(() => vi.unstubAllGlobals());

test("stores no response after its user has signed out", async () => {
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

  // The answer has arrived and is about to be stored.
  await client.fetchQuery({ ...session, queryKey: ["session", "again"] });
  const caching = cacheQuery(client, ["session", "again"]);
  await setUser(null);
  await caching;
  await new Promise((done) => setTimeout(done, 50));
  expect(await stored()).toBe("[]");
});

test("stores no response if its user signs out while it is in flight", async () => {
  await openTab(new KeyServer());
  const [{ persister }, { setUser }, { openDatabase }] = await Promise.all([
    import("./query-storage.ts"),
    import("../user/set-user.ts"),
    import("../database.ts"),
  ]);
  const client = new QueryClient({ defaultOptions: { queries: { persister } } });
  const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let asked = 0;
  const session = { queryKey: ["session"], queryFn: async () => await answers[asked++]?.promise };

  await setUser("ada", "Ada");
  answers[0]?.resolve({ name: "Ada" });
  await client.fetchQuery(session);
  const again = client.fetchQuery(session).catch(() => undefined);
  await vi.waitFor(() => expect(asked).toBe(2));
  await client.cancelQueries();
  const leaving = setUser(null);
  answers[1]?.resolve({ name: "Ada" });
  await Promise.all([again, leaving]);
  await new Promise((done) => setTimeout(done, 50));
  expect(JSON.stringify(await (await openDatabase()).getAll("queries"))).toBe("[]");
});
