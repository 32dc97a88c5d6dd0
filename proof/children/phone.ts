/**
 * A phone in a process of its own: keeps what its person does with the page's own outbox, over a database like the browser's,
 * and sends it with the page's own sender until nothing waits any more. Prints how far it is.
 */
import "fake-indexeddb/auto";
import { setTimeout as delay } from "node:timers/promises";
import { signUp } from "#shared/features/account/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { ApiError, call, send } from "#web/lib/server/api-client.ts";
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
  /** Without keys and ids: what a client does that only tries again. */
  isNaive: boolean;
}

export type PhoneReport =
  /** So many of its operations are acknowledged. */
  | { acknowledged: number }
  /** `refused`: what would be put before the person. */
  | { userId: string; deeds: Deed[]; refused: string[] };

/** As many as a person who was long without a signal has waiting. */
const WAITING_AT_ONCE = 60;
/** Conversations of one person. */
const TALKS_AT_ONCE = 3;
/** Between two looks for a server that is away. */
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
let said = 0;
await Promise.all([queueAndSend(), ...Array.from({ length: TALKS_AT_ONCE }, talk)]);
const refused = (await listOperations()).map(({ label, problem }) => `${label}: ${problem?.error}`);
await report({ userId: user.userId, deeds, refused });
process.exit(0);

async function queueAndSend(): Promise<void> {
  const toKeep = deeds.flatMap((deed, index) => operationsOf(deed, index, { ...order.camp, photo }));
  const all = toKeep.length;
  for (;;) {
    const waiting = (await listOperations()).filter(({ state }) => state === "queued").length;
    sent = all - toKeep.length - waiting;
    await report({ acknowledged: sent + said });
    if (toKeep.length === 0 && waiting === 0) return;
    if (waiting < WAITING_AT_ONCE / 2) await append(toKeep.splice(0, WAITING_AT_ONCE - waiting));
    await signal();
    // Nobody waits a minute in a test.
    await wake();
    await drain();
  }
}

/** Looks for the server as the page does, only more often. */
async function signal(): Promise<void> {
  while (!isServerReachable()) {
    await delay(PAUSE_MS);
    await call(getHealth, {}).catch(() => undefined);
  }
}

/** Says what nobody says yet, one message after the other, each until the server has begun to answer. */
async function talk(): Promise<void> {
  for (let deed = messages.pop(); deed !== undefined; deed = messages.pop()) {
    const { endpoint, body } = messageOf(deed);
    while (!(await isHeard(endpoint, body))) await signal();
    said += 1;
    await report({ acknowledged: sent + said });
  }
}

async function isHeard(
  endpoint: ReturnType<typeof messageOf>["endpoint"],
  { messageId, text }: ReturnType<typeof messageOf>["body"],
): Promise<boolean> {
  try {
    const body = order.isNaive ? { text } : { messageId, text };
    const response = await send(endpoint, { body }, { signal: AbortSignal.timeout(30_000) });
    return await begins(response);
  } catch (error) {
    // Whatever cuts the line; a refusal is what the story does not expect.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    return false;
  }
}

/** The server has the question once it says anything about it: that it begins to answer, or was killed before it could. */
async function begins(response: Response): Promise<boolean> {
  let heard = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += piece;
    if (/^data: \{/m.test(heard)) return true; // leaving the loop hangs up
  }
  return false;
}

/** Resolves once all of it is written: a pipe takes a long report in pieces, and an exit loses the rest. */
async function report(message: PhoneReport): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
  await promise;
}
