import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, KeyServer, openTab } from "./outbox-fixture.ts";
import { made } from "./outbox-story.ts";

beforeEach(async () => await freshBrowser("ada"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a form is done as soon as the page knows that no answer comes, and what it made is kept", async () => {
  const tab = await openTab(new KeyServer());
  const { submit } = await import("./submit.ts");
  const { reportReachable, reportUnreachable } = await import("#web/lib/reachability.ts");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended: string[] = [];
  const hand = async (entity: string) => {
    const { state } = await submit([{ ...made(entity, 1), id: entity }]);
    ended.push(`${entity} ${state}`);
  };
  // Nobody sends: the line takes it and never answers.
  void hand("a");
  await vi.waitFor(async () => expect(await tab.outbox.listOperations()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3000);
  expect(ended).toEqual([]);
  reportUnreachable("silent");
  await vi.waitFor(() => expect(ended).toEqual(["a waiting"]), { timeout: 1500, interval: 100 });
  void hand("b");
  await vi.waitFor(() => expect(ended).toEqual(["a waiting", "b waiting"]), { timeout: 1500, interval: 100 });
  expect(await tab.outbox.listOperations()).toMatchObject([{ id: "a" }, { id: "b" }]);
  reportReachable();
});
