import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable } from "#web/lib/server/reachability.ts";
import { EVENTS, type Event, PaperWorld } from "../testing/paper-world.ts";
import { stubPage, unstubPage } from "../testing/store-fixture.ts";

// Runs every order of the events of one answer with the page's own store between a fake server, a fake outbox and a connection that is cut
// and restored. In the end each question must be present once, with its whole answer.

const LONGEST_ORDER = 6;

beforeEach(() => {
  stubPage();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  unstubPage();
  reportReachable();
});

test.each(["cut before the server heard it", "cut after the server heard it"])(
  "survives every order of up to six events; a request is %s",
  { timeout: 300_000 },
  async (how) => {
    const isReceived = how === "cut after the server heard it";
    const orders = ordersOf([]);
    expect(orders.length).toBeGreaterThan(300);
    for (const order of orders) {
      const world = new PaperWorld(isReceived);
      for (const event of order) await world.happens(event);
      const { stored, ...end } = await world.ends();
      const questions = order.includes("send") ? ["hello?"] : [];
      expect({ order, ...end }).toEqual({ order, shown: stored, questions, isOver: true, faults: [] });
    }
  },
);

test("sends a message once after an answer that continues offline", async () => {
  for (const order of ordersOf(["send", "ack", "cut"])) {
    const world = new PaperWorld(true);
    for (const event of order) {
      await world.happens(event);
      if (event === "cut") expect(await world.says("and then?")).toEqual(["and then?", "queued: "]);
    }
    const { stored, ...end } = await world.ends();
    const questions = ["hello?", "and then?"];
    expect({ order, ...end }).toEqual({ order, shown: stored, questions, isOver: true, faults: [] });
  }
});

/** All sequences of up to six different events with this start, without impossible steps. */
function ordersOf(begun: readonly Event[]): Event[][] {
  const orders: Event[][] = [[...begun]];
  if (begun.length === LONGEST_ORDER) return orders;
  for (const event of EVENTS)
    if (!begun.includes(event) && isPossible(event, begun)) orders.push(...ordersOf([...begun, event]));
  return orders;
}

function isPossible(event: Event, before: readonly Event[]): boolean {
  if (event === "mend") return before.includes("cut") || before.includes("reload into a cut");
  if (event === "ack" || event === "reload") return before.includes("send");
  if (event === "reload into a cut") return before.includes("send") && !before.includes("reload");
  if (event === "send" || event === "cut") return true;
  return before.includes("ack") && !before.includes("finish") && !before.includes("stop");
}
