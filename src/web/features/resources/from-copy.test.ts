import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, openTab } from "#web/offline/outbox/outbox-fixture.ts";

beforeEach(async () => freshBrowser("ada"));
afterEach(() => vi.unstubAllGlobals());

test("opens an entry offline from the user's own list", async () => {
  await openTab(new KeyServer());
  const [{ entryFromCopy }, { resourceQueries }, { cacheQuery, persister }, { setUser }] = await Promise.all([
    import("./from-copy.ts"),
    import("./api.ts"),
    import("#web/offline/copy/query-storage.ts"),
    import("#web/offline/user/set-user.ts"),
  ]);
  await setUser("ada", "Ada");
  expect(await entryFromCopy("rattle")).toBeNull();

  const client = new QueryClient({ defaultOptions: { queries: { persister } } });
  const { queryKey } = resourceQueries.mine();
  client.setQueryData(queryKey, [{ id: "rattle", title: "Nohow rattle" }] as never);
  await cacheQuery(client, queryKey);

  expect(await entryFromCopy("rattle")).toMatchObject({ data: { title: "Nohow rattle", history: [] } });
  expect(await entryFromCopy("teapot")).toBeNull();

  await setUser("bob", "Bob");
  expect(await entryFromCopy("rattle")).toBeNull();
});
