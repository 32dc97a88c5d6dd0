/**
 * A phone in a separate process: queues a user's actions with the page's own outbox, over a database like the browser's, and sends them
 * with the page's own sender until none are left. Prints its progress.
 */
import "fake-indexeddb/auto";
import { setTimeout as delay } from "node:timers/promises";
import { signUp } from "#shared/features/account/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { call, send } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { isServerReachable } from "#web/lib/server/reachability.ts";
import { append, listOperations, wake } from "#web/offline/outbox/outbox.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { type Camp, type Deed, messageOf, operationsOf, planDeeds } from "../camp/deeds.ts";
import { actAsPage } from "../camp/page-fetch.ts";

export interface PhoneOrder {
  origin: string;
  pseudonym: string;
  camp: Omit<Camp, "photo">;
  operations: number;
  seed: number;
  /** Base64 of a PNG. */
  photo: string;
  /** Sends without idempotency keys and ids, like a client that simply retries. */
  isNaive: boolean;
}

export type PhoneReport =
  /** Number of its acknowledged operations. */
  | { acknowledged: number }
  /** `refused`: operations that would be shown to the user. */
  | { userId: string; deeds: Deed[]; refused: string[] };

/** About as many operations as a user has queued after a long time offline. */
const WAITING_AT_ONCE = 60;
/** Conversations of one user at the same time. */
const TALKS_AT_ONCE = 3;
/** Pause in milliseconds between two checks for an unreachable server. */
const PAUSE_MS = 100;

const order = JSON.parse(process.argv[2] ?? "{}") as PhoneOrder;
using _page = actAsPage(order.origin, { loseKeys: order.isNaive });
const photo = new Blob([Buffer.from(order.photo, "base64")], { type: "image/png" });
const { user } = await call(signUp, {
  body: { pseudonym: order.pseudonym, password: "a tent with 3 poles" },
});
await setUser(user.userId);
const deeds = planDeeds(order.pseudonym, order.operations, seededRandom(order.seed));
const messages = deeds.filter(({ kind }) => kind === "message");
let sent = 0;
let messagesSent = 0;
await Promise.all([queueAndSend(), ...Array.from({ length: TALKS_AT_ONCE }, talk)]);
const refused = (await listOperations()).map(({ label, problem }) => `${label}: ${problem?.error}`);
await report({ userId: user.userId, deeds, refused });
process.exit(0);

async function queueAndSend(): Promise<void> {
  const unqueued = deeds.flatMap((deed, index) => operationsOf(deed, index, { ...order.camp, photo }));
  const all = unqueued.length;
  for (;;) {
    const waiting = (await listOperations()).filter(({ state }) => state === "queued").length;
    sent = all - unqueued.length - waiting;
    await report({ acknowledged: sent + messagesSent });
    if (unqueued.length === 0 && waiting === 0) return;
    if (waiting < WAITING_AT_ONCE / 2) await append(unqueued.splice(0, WAITING_AT_ONCE - waiting));
    await signal();
    // The test does not wait for the retry delay, which may be a minute.
    await wake();
    await drain();
  }
}

/** Checks for the server as the page does, but more often. */
async function signal(): Promise<void> {
  while (!isServerReachable()) {
    await delay(PAUSE_MS);
    await call(getHealth, {}).catch(() => undefined);
  }
}

/** Sends the remaining messages one after the other, waiting until the server has begun to answer each. */
async function talk(): Promise<void> {
  for (let deed = messages.pop(); deed !== undefined; deed = messages.pop()) {
    const { endpoint, body } = messageOf(deed);
    while (!(await isAnswered(endpoint, body))) await signal();
    messagesSent += 1;
    await report({ acknowledged: sent + messagesSent });
  }
}

async function isAnswered(
  endpoint: ReturnType<typeof messageOf>["endpoint"],
  { messageId, text }: ReturnType<typeof messageOf>["body"],
): Promise<boolean> {
  try {
    const body = order.isNaive ? { text } : { messageId, text };
    const response = await send(endpoint, { body }, { signal: AbortSignal.timeout(30_000) });
    return await begins(response);
  } catch (error) {
    // Every connection failure is retried; a rejection is unexpected in this test.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    return false;
  }
}

/**
 * The server has the question once it sends any event about it, such as the start of the answer, or that it was killed before it could
 * begin.
 */
async function begins(response: Response): Promise<boolean> {
  let received = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += piece;
    if (/^data: \{/m.test(received)) return true; // leaving the loop closes the connection
  }
  return false;
}

/** Resolves once the whole message is written: a pipe takes a long report in pieces, and exiting early would lose the rest. */
async function report(message: PhoneReport): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
  await promise;
}
