import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextAttemptAt } from "#shared/outbox/operation.ts";
import {
  type Fault,
  fillDevice,
  freshBrowser,
  KeyServer,
  openTab,
  pause,
  type Tab,
} from "./outbox-fixture.ts";

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

const faults = fc.constantFrom<Fault>(
  "none",
  "none",
  "cut-before",
  "cut-after",
  "unavailable",
  "too-many-requests",
  "unauthenticated",
  "conflict",
  "invalid-input",
);
const tabs = fc.nat(1);
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("make"), tab: tabs, entity: fc.constantFrom("a", "b", "c") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("make-with-photo"),
      tab: tabs,
      entity: fc.constantFrom("a", "b"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("send"), tab: tabs, met: fc.array(faults, { maxLength: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("kill-while-sending"), tab: tabs, after: fc.nat(12) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("full"),
      tab: tabs,
      entity: fc.constantFrom("a", "b"),
      room: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("decide"),
      tab: tabs,
      is: fc.constantFrom("mine", "retry", "drop"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("signal"), isThere: fc.boolean() }) },
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

test("any interleaving: each once, in order of its thing, nothing lost, nothing claimed that is not kept", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (story) => {
      await freshBrowser("ada");
      const world = await World.begin();
      for (const step of story) await world.live(step);
      await world.end();
      world.check();
    }),
    { seed: 20260812, numRuns: 40, endOnFailure: true },
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

/** A story as it goes, and what has to be true of it. */
class World {
  readonly #server: KeyServer;
  readonly #tabs: Tab[];
  /** Ids the page has said are kept, in that order, by what they are about. */
  readonly #kept: { id: string; entity: string }[] = [];
  readonly #dropped = new Set<string>();
  #n = 0;

  static async begin(): Promise<World> {
    const server = new KeyServer();
    return new World(server, [await openTab(server), await openTab(server)]);
  }

  private constructor(server: KeyServer, windows: Tab[]) {
    this.#server = server;
    this.#tabs = windows;
  }

  async live(step: Step): Promise<void> {
    vi.setSystemTime(Date.now() + 700);
    const tab = this.#tabs["tab" in step ? step.tab : 0] as Tab; // there are two
    switch (step.do) {
      case "make":
      case "make-with-photo":
        return await this.#make(tab, step.entity ?? "a", step.do === "make-with-photo");
      case "full": {
        const mend = fillDevice(step.room);
        await this.#make(tab, step.entity ?? "a", false);
        mend();
        return;
      }
      case "send":
        this.#server.faults.push(...(step.met ?? []));
        await tab.drain();
        this.#server.faults.length = 0;
        return;
      case "kill-while-sending": {
        const sending = tab.drain();
        for (let turn = 0; turn < (step.after ?? 0); turn += 1) await pause();
        tab.kill();
        await sending;
        this.#tabs[step.tab ?? 0] = await openTab(this.#server);
        return;
      }
      case "decide":
        return await this.#decide(tab, step.is ?? "retry");
      case "signal":
        this.#server.isReachable = step.isThere ?? true;
    }
  }

  async #make(tab: Tab, entity: string, hasPhoto: boolean): Promise<void> {
    this.#n += 1;
    const photo = {
      ...made(`photo-${this.#n}`, this.#n),
      id: `photo-${this.#n}`,
      endpointId: "photos.upload",
    };
    const thing = {
      ...made(entity, this.#n),
      ...(hasPhoto
        ? { dependsOn: [photo.id], body: { n: this.#n, photo: { $resultOf: photo.id, field: "path" } } }
        : {}),
    };
    try {
      const kept = await tab.keep(hasPhoto ? [photo, thing] : [thing]);
      this.#kept.push(...kept.map(({ id, entity: of }) => ({ id, entity: of })));
    } catch (error) {
      expect((error as Error).message).toContain("no room left");
    }
  }

  async #decide(tab: Tab, choice: string): Promise<void> {
    const stuck = (await tab.outbox.listKept()).find(({ state }) => state !== "queued");
    if (stuck === undefined) return;
    if (choice === "mine") await tab.outbox.keepMine(stuck);
    else if (choice === "retry") await tab.outbox.retry([stuck.id]);
    else {
      const before = await tab.outbox.listOperations();
      await tab.outbox.discard(stuck.id);
      const left = new Set((await tab.outbox.listOperations()).map(({ id }) => id));
      for (const { id } of before) if (!left.has(id)) this.#dropped.add(id);
    }
  }

  /** The signal is good, the server well, and the person lets all that was refused be sent again. */
  async end(): Promise<void> {
    this.#server.isReachable = true;
    const [tab, other] = this.#tabs as [Tab, Tab];
    for (let round = 0; round < 20; round += 1) {
      const left = await tab.outbox.listOperations();
      if (left.length === 0) return;
      await tab.outbox.retry(left.filter(({ state }) => state !== "queued").map(({ id }) => id));
      vi.setSystemTime(
        Math.max(Date.now(), Math.ceil(nextAttemptAt(await tab.outbox.listOperations()) ?? 0)),
      );
      await Promise.all([tab.drain(), other.drain()]);
    }
    expect(await tab.outbox.listOperations()).toEqual([]);
  }

  check(): void {
    const done = this.#server.done.map(({ key }) => key);
    expect(new Set(done).size).toBe(done.length);
    const expected = this.#kept.filter(({ id }) => !this.#dropped.has(id));
    // What was thrown away may have arrived before, when only its answer was lost.
    expect(done.filter((key) => !this.#dropped.has(key)).toSorted()).toEqual(
      expected.map(({ id }) => id).toSorted(),
    );
    for (const entity of ["a", "b", "c"]) {
      const ids = expected.filter((one) => one.entity === entity).map(({ id }) => id);
      expect(done.filter((key) => ids.includes(key))).toEqual(ids);
    }
    for (const { key, body } of this.#server.done) {
      const { photo } = body as { photo?: string };
      if (photo !== undefined)
        expect(done.indexOf(photo.replace("path of ", ""))).toBeLessThan(done.indexOf(key));
    }
  }
}

function made(entity: string, n: number) {
  return { endpointId: "things.make", entity, label: `Thing ${n}`, body: { n } };
}
