import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { MAX_REFUSED, type OmiLink } from "#shared/features/omi/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findLink, storeState } from "./repository.ts";
import { findProof } from "./proof-repository.ts";
import { countWaiting, listRefused } from "./write-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { deriveKey, hashCode } from "#server/config/secret.ts";

const STATE_BYTES = 16;
const STATE_LIFE_MS = 10 * 60_000;

/** Creates a one-time state for this session; only its hash is stored. */
export async function issueState(
  db: Kysely<Schema>,
  secret: string,
  { userId, sessionId }: Actor,
): Promise<{ state: string; expiresAt: Date }> {
  const state = randomBytes(STATE_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + STATE_LIFE_MS);
  await storeState(db, { hash: hashCode(secret, "omi-state", state), userId, sessionId, expiresAt });
  return { state, expiresAt };
}

export async function linkView(
  db: Kysely<Schema>,
  { omi }: Pick<Deps, "omi">,
  userId: string,
): Promise<OmiLink> {
  const link = await findLink(db, userId);
  const proof = await findProof(db, userId);
  const refused = await listRefused(db, userId, MAX_REFUSED);
  return {
    isAvailable: omi !== null,
    isLinked: link !== null,
    proof:
      proof === null
        ? null
        : {
            codeUntil: proof.codeHash === null ? null : (proof.expiresAt?.toISOString() ?? null),
            triesLeft: proof.triesLeft,
          },
    waiting: await countWaiting(db, userId),
    refused: refused.map(({ id, kind, body, refusal, refusedAt }) => ({
      id,
      kind,
      title: body.title ?? null,
      content: body.content,
      reason: refusal ?? "",
      refusedAt: refusedAt.toISOString(),
    })),
    pulledAt: link?.pulledAt?.toISOString() ?? null,
    trouble: link?.trouble ?? null,
    hasMore: link !== null && (link.memoriesNext !== null || link.conversationsNext !== null),
  };
}

/** The secret part of the webhook's address, because Omi's calls carry no signature. */
export function webhookKey(secret: string): string {
  return deriveKey(secret, "omi-webhook");
}
