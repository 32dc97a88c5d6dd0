import type { Kysely } from "kysely";
import { getMem0Consent, type Mem0Consent, setMem0Consent } from "#shared/features/mem0/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { allowCopies, findConsent, findOwner, refuseCopies } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { type Route, route } from "#server/http/route.ts";
import { hashCode } from "#server/config/secret.ts";
import { Mem0Error } from "#server/platform/mem0/mem0.ts";

const HOUR = 3_600_000;
const mine = { who: "user" } as const;
/** Each change may copy or delete thousands of memories. */
const turning = { ...mine, limits: [{ by: "account", max: 30, windowMs: HOUR }] } as const;

export const mem0Routes: Route[] = [
  route(getMem0Consent, mine, ({ actor, db, deps }) => consentView(db, deps, actor.userId)),
  route(setMem0Consent, turning, async ({ actor, body, db, deps }) => {
    const { userId } = actor;
    if (body.isOn && deps.mem0 === null)
      throw new AppError("unavailable", "This server is not connected to Mem0.");
    await db.transaction().execute(async (tx) => {
      if (body.isOn) await allowCopies(tx, userId, hashCode(deps.secret, "mem0-owner", userId));
      else await refuseCopies(tx, userId);
      const event = body.isOn ? "mem0.allowed" : "mem0.refused";
      await recordAudit(tx, { event, actorId: userId, objectId: userId });
    });
    return await consentView(db, deps, userId);
  }),
];

async function consentView(
  db: Kysely<Schema>,
  { mem0 }: Pick<Deps, "mem0">,
  userId: string,
): Promise<Mem0Consent> {
  return { isAvailable: mem0 !== null, ...(await findConsent(db, userId)) };
}

/** Extra results to request, because some may be deleted here. */
const SPARE = 10;

/**
 * Ids of memories that Mem0 finds for a user who allows it, best first. Empty when Mem0 fails or is too slow. Do not trust the ids: look up
 * each one among the user's own memories.
 */
export async function findAtMem0(
  { mem0, database, log }: Pick<Deps, "mem0" | "database" | "log">,
  userId: string,
  query: string,
  limit: number,
): Promise<string[]> {
  if (mem0 === null) return [];
  const owner = await findOwner(database.kysely, userId);
  if (owner === null) return [];
  try {
    return await mem0.search(owner, query, limit + SPARE);
  } catch (error) {
    if (error instanceof Mem0Error) log.warn({ reason: error.message }, "Mem0 not heard, answered without");
    // Egress has logged calls without any response.
    else if (!(error instanceof AppError)) log.error({ err: error }, "Mem0 not heard, answered without");
    return [];
  }
}
