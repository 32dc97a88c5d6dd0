import { expect, test, vi } from "vitest";
import { getSession, passkeySignInOptions, signIn, signUp } from "#shared/features/account/contract.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";

// limits/newcomer.test.ts has the shares; here the whole server runs. Stranger and newcomer have one network address.

const LOOPS = 8;
const ofStranger = (index: number) => ({ pseudonym: `Stranger ${index}`, password: TEST_PASSWORD });
const ofNewcomer = (index: number) => ({ pseudonym: `Newcomer ${index}`, password: TEST_PASSWORD });
const wrong = () => ({ pseudonym: "Ada", password: "wrong password" });
const right = () => ({ pseudonym: "Ada", password: TEST_PASSWORD });
const nothing = () => ({});
const cases: {
  endpoint: Endpoint;
  stranger: (index: number) => object;
  newcomer: (index: number) => object;
}[] = [
  { endpoint: signIn, stranger: wrong, newcomer: right },
  { endpoint: signUp, stranger: ofStranger, newcomer: ofNewcomer },
  { endpoint: getSession, stranger: nothing, newcomer: nothing },
  { endpoint: passkeySignInOptions, stranger: nothing, newcomer: nothing },
];

test.for(cases)(
  "admits a newcomer beside a stranger's eight loops of fresh sessions: $endpoint.id",
  async ({ endpoint, stranger, newcomer }) => {
    const waitingRoom = new CrowdedRoom();
    await using app = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, deps: { waitingRoom } });
    await app.signUp("Ada");
    const guests = Array.from({ length: 3 }, (_, index) => app.as(`newcomer ${index}`));
    if (endpoint !== getSession) for (const guest of guests) await guest.call(getSession, {});
    let sessions = 0;
    const loops = Array.from({ length: LOOPS }, async (_, index) => {
      const loop = app.as(`stranger ${index}`);
      while (!waitingRoom.isOver) {
        loop.cookies.clear();
        // Opened elsewhere, so that the stranger never lacks a fresh session.
        const elsewhere = { address: `2001:db8:0:${(sessions += 1)}::1` };
        if (endpoint !== getSession) await loop.send(getSession, {}, elsewhere);
        await loop.send(endpoint, { body: stranger(sessions) });
      }
    });
    await expect.poll(() => waitingRoom.inside, { timeout: 15_000 }).toBe(LOOPS);
    const statuses: number[] = [];
    for (const [index, guest] of guests.entries())
      if (!statuses.includes(200))
        statuses.push((await guest.send(endpoint, { body: newcomer(index) })).status);
    waitingRoom.isOver = true;
    await Promise.all(loops);
    expect(statuses.filter((status) => status !== 429)).toEqual([200]);
  },
);

/** A room without real time: each pause ends when all of the stranger's calls wait. */
class CrowdedRoom extends WaitingRoom {
  inside = 0;
  isOver = false;

  constructor() {
    let now = 0;
    const pause = async (ms: number) => {
      const isCrowded = () => this.isOver || this.inside >= LOOPS;
      await vi.waitUntil(isCrowded, { interval: 1, timeout: 10_000 });
      now += ms;
    };
    super(pause, seededRandom(1), () => now);
  }

  override async wait(...call: Parameters<WaitingRoom["wait"]>): Promise<void> {
    this.inside += 1;
    await super.wait(...call).finally(() => (this.inside -= 1));
  }
}
