import { isVisitor } from "#shared/features/account/visitor.ts";
import { findMissing } from "#shared/features/set-back/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Operation } from "#shared/outbox/operation.ts";
import { hearClock } from "#shared/outbox/phone-clock.ts";
import type { SentOperation } from "#shared/outbox/sent.ts";
import { missingAgain } from "#shared/outbox/set-back.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { announceChange, onChange } from "../changes.ts";
import { openDatabase } from "../database.ts";
import { outboxRows } from "../outbox/outbox-rows.ts";
import { CLOCK_FACT, currentUser } from "../user/phone-user.ts";
import { EPOCH_FACT, type KnownEpoch, readEpoch } from "./set-back-fact.ts";

/** Milliseconds. */
const PATIENCE_MS = 10_000;
/** Maximum number of accounts in one call. */
const MOST_ACCOUNTS = 50;

type Told = NonNullable<ResponseOf<typeof getHealth>["data"]>;

/**
 * Asks the server whether it was restored from a backup. If so, asks which confirmed writes of this phone's user it lacks, and which
 * accounts of this phone are gone. The missing writes then wait here for the user to decide.
 * @throws ApiError when the server cannot be reached; it is asked again later
 */
export async function lookForSetBack(): Promise<void> {
  const before = Date.now();
  const { data, now } = await call(getHealth, {}, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const clock = hearClock({ before, after: Date.now() }, Date.parse(now ?? ""));
  const database = await openDatabase();
  if (clock !== null) await database.put("facts", clock, CLOCK_FACT);
  if (data === undefined) return;
  const knownBefore = readEpoch(await database.get("facts", EPOCH_FACT));
  const isNew = knownBefore?.epoch !== data.epoch;
  const isSetBack =
    data.setBackTo !== null || (knownBefore !== null && isNew) || (!isNew && knownBefore.isSetBack);
  const known: KnownEpoch = {
    ...data,
    isSetBack,
    lost: isNew ? [] : knownBefore.lost,
    asked: isNew ? [] : knownBefore.asked,
  };
  const userId = await currentUser(database);
  const question = isSetBack && userId !== null ? await whatToAsk(known, userId) : { keys: [], accounts: [] };
  if (userId === null || (question.keys.length === 0 && question.accounts.length === 0)) {
    if (isNew) await database.put("facts", known, EPOCH_FACT);
    return;
  }
  const answer = await call(
    findMissing,
    { body: question },
    { actingUser: userId, signal: AbortSignal.timeout(PATIENCE_MS) },
  );
  await takeAnswer({ data, known, userId, question, answer });
  announceChange();
}

type Question = ResponseOf<typeof findMissing>;

/** The user's own writes confirmed in another epoch, and the accounts of others to check. */
async function whatToAsk({ epoch, asked }: KnownEpoch, userId: string): Promise<Question> {
  const database = await openDatabase();
  const sent = await database.getAll("sent");
  const rows = [...sent, ...(await outboxRows(database.transaction("outbox").store))];
  const people = new Set(rows.map((row) => row.userId));
  const others = [...people].filter(
    (id) => id !== userId && id !== "" && !isVisitor(id) && !asked.includes(id),
  );
  const keys = sent.filter((row) => row.userId === userId && row.epoch !== epoch).map(({ id }) => id);
  return { keys, accounts: others.slice(0, MOST_ACCOUNTS) };
}

interface Answered {
  data: Told;
  known: KnownEpoch;
  userId: string;
  question: Question;
  answer: Question;
}

async function takeAnswer({ data, known, userId, question, answer }: Answered): Promise<void> {
  const stores = ["facts", "sent", "outbox", "answers"] as const;
  const transaction = (await openDatabase()).transaction(stores, "readwrite", { durability: "strict" });
  const lost = new Set([...known.lost, ...answer.accounts]);
  const asked = [...new Set([...known.asked, ...question.accounts])];
  await transaction.objectStore("facts").put({ ...known, lost: [...lost], asked }, EPOCH_FACT);
  const sent = transaction.objectStore("sent");
  const [unknown, all] = [new Set(answer.keys), new Set(question.keys)];
  const rows = await sent.getAll();
  const isMine = (row: SentOperation) => row.userId === userId;
  const missing = rows.filter((row) => lost.has(row.userId) || (isMine(row) && unknown.has(row.id)));
  for (const row of missing) await sent.delete(row.id);
  for (const again of missingAgain(missing, data.setBackTo))
    await transaction.objectStore("outbox").put(again);
  for (const row of rows)
    if (isMine(row) && all.has(row.id) && !unknown.has(row.id)) await sent.put({ ...row, epoch: data.epoch });
  await storeAnswersFor(
    await outboxRows(transaction.objectStore("outbox")),
    await sent.getAll(),
    transaction,
  );
  await transaction.done;
}

/** Stores answers of sent operations again that missing ones depend on: those may still be on the server. */
async function storeAnswersFor(
  operations: readonly Operation[],
  sent: readonly { id: string; given: unknown }[],
  transaction: {
    objectStore(name: "answers"): {
      put(value: { result: unknown; at: number }, key: string): Promise<unknown>;
    };
  },
): Promise<void> {
  const needed = new Set(
    operations.flatMap(({ given, dependsOn }) => (given === undefined ? [] : dependsOn)),
  );
  for (const { id, given } of sent)
    if (needed.has(id)) await transaction.objectStore("answers").put({ result: given, at: Date.now() }, id);
}

/** Checks when the page opens, becomes visible, reaches the server again, or when another user is on the phone. */
export function startLookingForSetBack(): void {
  let isLooking = false;
  let lastUser: string | null = null;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await lookForSetBack().catch(() => undefined); // the next check asks again
    isLooking = false;
  };
  const lookForNewcomer = async () => {
    const userId = await currentUser(await openDatabase());
    if (userId === lastUser) return;
    lastUser = userId;
    await look();
  };
  // A browser without storage has sent nothing.
  onChange(() => void lookForNewcomer().catch(() => undefined));
  reachability.subscribe(() => {
    if (isServerReachable()) void look();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
  });
  void look();
}
