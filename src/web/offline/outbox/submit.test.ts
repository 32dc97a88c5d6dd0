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
