import type { Kysely } from "kysely";
import { getMem0Consent, type Mem0Consent, setMem0Consent } from "#shared/features/mem0/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { allowCopies, findConsent, refuseCopies } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { type Route, route } from "#server/http/route.ts";
import { hashCode } from "#server/config/secret.ts";

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
