import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, openTab } from "./outbox-fixture.ts";
import { made } from "./outbox-story.ts";

beforeEach(async () => await freshBrowser("ada"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a form finishes as soon as the connection is known to hang, the next one at once; their writes are queued", async () => {
  const tab = await openTab(new KeyServer());
  const { submit } = await import("./submit.ts");
  const { reportUnreachable } = await import("#web/lib/server/reachability.ts");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended: string[] = [];
  const hand = async (entity: string) => {
    const result = await submit([{ ...made(entity, 1), id: entity }]);
    ended.push(`${entity} ${result.status} ${result.status === "queued" ? result.problem?.code : ""}`);
  };
  // Nothing sends it, as on a connection that accepts it and never answers.
  void hand("a");
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3000);
  // Without a connection the first attempt fails by itself.
  reportUnreachable("silent");
  await vi.advanceTimersByTimeAsync(3000);
  expect(ended).toEqual([]);
  reportUnreachable("silent", true);
  const handed = ["a queued unreachable", "b queued unreachable"];
  await vi.waitFor(() => expect(ended).toEqual(handed.slice(0, 1)));
  void hand("b");
  await vi.waitFor(() => expect(ended).toEqual(handed));
  expect(await tab.outbox.listOperations()).toMatchObject([{ id: "a" }, { id: "b" }]);
});

test("a browser that refuses its storage sends what it can, and never says that something waits", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
  const server = new KeyServer();
  const tab = await openTab(server);
  const { submit } = await import("./submit.ts");
  await (await import("../user/set-user.ts")).setUser("ada");
  const online = submit([{ ...made("a", 1), id: "a" }]);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  expect(await online).toMatchObject({ status: "sent" });
  expect(server.done).toHaveLength(1);

  server.isReachable = false;
  const cut = submit([{ ...made("b", 1), id: "b" }]);
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await tab.drain();
  expect(await cut).toMatchObject({
    status: "refused",
    error: { message: expect.stringMatching(/^It may not have arrived, and this browser keeps nothing/) },
  });
  const { reportUnreachable } = await import("#web/lib/server/reachability.ts");
  reportUnreachable("silent");
  expect(await submit([{ ...made("c", 1), id: "c" }])).toMatchObject({ status: "refused" });
  expect(await tab.outbox.listOperations()).toEqual([]);
});
