import fc from "fast-check";
import { vi } from "vitest";
import { nextAttemptAt } from "#shared/outbox/operation.ts";
import { type Fault, fillDevice, KeyServer, made, openTab, pause, type Tab } from "./outbox-fixture.ts";

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
/** Random steps that may happen to a phone. */
export const steps = fc.oneof(
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

/** Runs a random story and checks its invariants. */
export class RandomStory {
  readonly #server: KeyServer;
  readonly #tabs: Tab[];
  /** Operations the page reported as stored, in that order. */
  readonly #stored: Made[] = [];
  readonly #dropped = new Set<string>();
  /** Unexpected errors. */
  readonly #odd: unknown[] = [];
  #n = 0;

  static async begin(): Promise<RandomStory> {
    const server = new KeyServer();
    return new RandomStory(server, [await openTab(server), await openTab(server)]);
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
      const stored = await tab.append(hasPhoto ? [photo, thing] : [thing]);
      this.#stored.push(...stored.map(({ id, entity: of }) => ({ id, entity: of })));
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes("no room left")) this.#odd.push(error);
    }
  }

  async #decide(tab: Tab, choice: string): Promise<void> {
    const stuck = (await tab.outbox.listQueued()).find(({ state }) => state !== "queued");
    if (stuck === undefined) return;
    if (choice === "mine") await tab.changing.sendMine(stuck);
    else if (choice === "retry") await tab.outbox.retry([stuck.id]);
    else {
      const before = await tab.outbox.listOperations();
      await tab.outbox.discard(stuck.id);
      const left = new Set((await tab.outbox.listOperations()).map(({ id }) => id));
      for (const { id } of before) if (!left.has(id)) this.#dropped.add(id);
    }
  }

  /**
   * Ends the story: the connection and the server work, and the user retries everything that was refused.
   * @returns the writes that were duplicated, lost, unexpected, out of order or not sent
   */
  async end() {
    this.#server.isReachable = true;
    const [tab, other] = this.#tabs as [Tab, Tab];
    for (let round = 0; round < 20; round += 1) {
      const left = await tab.outbox.listOperations();
      if (left.length === 0) break;
      await tab.outbox.retry(left.filter(({ state }) => state !== "queued").map(({ id }) => id));
      const at = nextAttemptAt(await tab.outbox.listOperations()) ?? 0;
      vi.setSystemTime(Math.max(Date.now(), Math.ceil(at)));
      await Promise.all([tab.drain(), other.drain()]);
    }
    const done = this.#server.done.map(({ key }) => key);
    const expected = this.#stored.filter(({ id }) => !this.#dropped.has(id));
    const isExpected = new Set(this.#stored.map(({ id }) => id));
    return {
      twice: done.filter((key, index) => done.indexOf(key) !== index),
      lost: expected.filter(({ id }) => !done.includes(id)),
      unasked: done.filter((key) => !isExpected.has(key)),
      outOfOrder: [...outOfOrder(expected, done), ...beforeItsPhoto(this.#server.done)],
      left: await tab.outbox.listOperations(),
      odd: this.#odd,
    };
  }
}

/** Entities whose writes did not arrive in the order they were made. Discarded writes may have arrived or not. */
function outOfOrder(expected: readonly Made[], done: readonly string[]): string[] {
  return ["a", "b", "c"].filter((entity) => {
    const ids = expected.filter((one) => one.entity === entity).map(({ id }) => id);
    const arrived = done.filter((key) => ids.includes(key));
    return arrived.some((key, index) => key !== ids[index]);
  });
}

function beforeItsPhoto(done: KeyServer["done"]): string[] {
  const keys = done.map(({ key }) => key);
  return done.flatMap(({ key, body }) => {
    const { photo } = body as { photo?: string };
    const isEarly = photo !== undefined && keys.indexOf(photo.replace("path of ", "")) > keys.indexOf(key);
    return isEarly ? [key] : [];
  });
}

interface Made {
  id: string;
  entity: string;
}
