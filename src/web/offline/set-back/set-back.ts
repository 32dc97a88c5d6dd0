import { findMissing } from "#shared/features/set-back/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { measureClock } from "#shared/outbox/phone-clock.ts";
import { missingAgain } from "#shared/features/set-back/missing.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { announceChange, onChange } from "../changes.ts";
import { inDatabase } from "../database.ts";
import { CLOCK_FACT, currentUser } from "../user/phone-user.ts";
import { EPOCH_FACT } from "./sent.ts";

/** Milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Requests the server's time, and whether it was restored from a backup. If so, requests the list of confirmed writes of this phone's user
 * that it lacks. These then wait here until the user decides.
 * @throws ApiError when the server cannot be reached; it is asked again later
 */
export async function lookForSetBack(): Promise<void> {
  const before = Date.now();
  const { data, now } = await call(getHealth, {}, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const clock = measureClock({ before, after: Date.now() }, Date.parse(now ?? ""));
  if (clock !== null) await inDatabase((database) => database.put("facts", clock, CLOCK_FACT));
  if (data === undefined) return;
  const { epoch, setBackTo } = data;
  const [userId, sent] = await inDatabase((database) =>
    Promise.all([currentUser(database), database.getAll("sent")]),
  );
  // Confirmed in another epoch.
  const keys = sent
    .filter((row) => row.userId === userId && row.epoch !== epoch)
    .map(({ id, operation }) => operation.key ?? id);
  const options = { actingUser: userId ?? "", signal: AbortSignal.timeout(PATIENCE_MS) }; // without a user there are no keys
  const missing = keys.length === 0 ? [] : (await call(findMissing, { body: { keys } }, options)).keys;
  await takeAnswer({ epoch, setBackTo, asked: new Set(keys), missing: new Set(missing) });
  if (missing.length > 0) announceChange();
}

interface Answer {
  epoch: string;
  setBackTo: string | null;
  /** Keys sent to the server, and those of them that it lacks. */
  asked: ReadonlySet<string>;
  missing: ReadonlySet<string>;
}

async function takeAnswer({ epoch, setBackTo, asked, missing }: Answer): Promise<void> {
  const stores = ["facts", "sent", "outbox", "answers"] as const;
  await inDatabase(async (database) => {
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    const [sent, outbox] = [transaction.objectStore("sent"), transaction.objectStore("outbox")];
    await transaction.objectStore("facts").put({ epoch }, EPOCH_FACT);
    // The row may be deleted by now, because its user has signed out.
    const rows = (await sent.getAll()).filter(({ id, operation }) => asked.has(operation.key ?? id));
    const lacking = rows.filter(({ id, operation }) => missing.has(operation.key ?? id));
    for (const row of lacking) await sent.delete(row.id);
    for (const row of rows) if (!lacking.includes(row)) await sent.put({ ...row, epoch });
    const again = missingAgain(lacking, setBackTo);
    for (const operation of again) await outbox.put(operation);
    // The server may still have writes that the missing ones depend on: their answers are needed again.
    const needed = new Set(again.flatMap(({ dependsOn }) => dependsOn));
    for (const { id, given } of await sent.getAll())
      if (needed.has(id)) await transaction.objectStore("answers").put({ result: given, at: Date.now() }, id);
    await transaction.done;
  });
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
    const userId = await inDatabase(currentUser);
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
