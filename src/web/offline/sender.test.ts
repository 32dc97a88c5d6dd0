import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fillDevice, freshBrowser, KeyServer, openTab } from "./outbox-fixture.ts";
import { made, OutboxStory, steps } from "./outbox-story.ts";

// What a person made reaches the server once and in order, whatever happens to the signal, the server, the windows and the room
// on the device. The outbox and its sender are the page's own, the database is an IndexedDB in memory.

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await freshBrowser("ada");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("any interleaving: each once, in order of its thing, nothing lost, nothing claimed that is not kept", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (story) => {
      await freshBrowser("ada");
      const world = await OutboxStory.begin();
      for (const step of story) await world.live(step);
      expect(await world.end()).toEqual({
        twice: [],
        lost: [],
        unasked: [],
        outOfOrder: [],
        left: [],
        odd: [],
      });
    }),
    { seed: 20260812, numRuns: 20, endOnFailure: true },
  );
});

test("one after the other in the order they were made, whatever they are about", async () => {
  const server = new KeyServer();
  const tab = await openTab(server);
  server.slownesses.push(9, 1, 7, 1, 5);
  for (let index = 0; index < 12; index += 1) await tab.keep([made(`thing-${index}`, index)]);
  await tab.drain();
  expect(server.done.map(({ body }) => body)).toEqual(Array.from({ length: 12 }, (_, n) => ({ n })));
});

test("a full device drops what the server has before it refuses what a person made", async () => {
  const tab = await openTab(new KeyServer());
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase();
  await database.put("queries", { userId: "ada", query: {} }, "old");
  const mend = fillDevice(0, true);
  await tab.keep([made("a", 1)]);
  mend();
  expect(await database.count("queries")).toBe(0);
  expect(await tab.outbox.listKept()).toMatchObject([{ entity: "a", body: { n: 1 } }]);
  // Full for good: it is said, and nothing of it is written.
  const mendAgain = fillDevice(1);
  await expect(tab.keep([made("b", 2)])).rejects.toThrow("no room left on this device");
  mendAgain();
  expect([await database.count("outbox"), await database.count("bodies")]).toEqual([1, 1]);
});
