import type { Kysely } from "kysely";
import { findTag, getTag, removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { readTagText, tagMark } from "#shared/features/nfc/tag-code.ts";
import { deleteTag, findByCode, findTagOf, saveTag, type TagRecord } from "./repository.ts";
import { listCodes } from "#server/features/companions/repository.ts";
import {
  findResourceRecord,
  lockResourceRecord,
  type ResourceRecord,
} from "#server/features/resources/repository.ts";
import type { Schema } from "#server/db/schema.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";
import { relationOf } from "#server/features/communities/people/authorize.ts";
import { listElevations } from "#server/features/communities/people/login-repository.ts";
import { findCommunityRecord } from "#server/features/communities/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { type Authorized, prove } from "#server/http/authorized.ts";
import type { Relation } from "#server/http/policy.ts";

/** Relations that may put a tag on a thing: its owner, and the admins of the community that has it in its library. */
const taggable = { allow: ["owner", "admin"], denied: "not-found" } as const;

/**
 * The resource of a tag request, locked until the transaction ends.
 * @throws AppError `not-found`
 */
async function authorizeTag(
  db: Kysely<Schema>,
  actor: Actor,
  resourceId: string,
): Promise<Authorized<ResourceRecord, "owner" | "admin">> {
  const record = await lockResourceRecord(db, resourceId);
  if (record === null) throw notFound("This resource");
  return prove(record, await relationTo(db, actor, record), taggable);
}

async function relationTo(db: Kysely<Schema>, actor: Actor, record: ResourceRecord): Promise<Relation> {
  if (record.createdBy === actor.userId) return "owner";
  const community = await findCommunityRecord(db, record.communityId);
  if (community === null) return "stranger";
  return relationOf(community, actor.userId, await listElevations(db, actor.sessionId));
}

const keepers = { who: "user", object: taggable } as const;

export const nfcRoutes: Route[] = [
  route(findTag, { who: "public" }, async ({ actor, params, db }) => {
    const tag = await findByCode(db, params.code);
    const record = tag === null ? null : await findResourceRecord(db, tag.resourceId);
    // Only its owner sees an archived listing, with or without its tag.
    if (record === null || (record.status !== "active" && record.createdBy !== actor?.userId))
      throw new AppError("not-found", "Nothing here has this tag. It may have been removed or replaced.");
    return { resourceId: record.id };
  }),
  route(getTag, keepers, async ({ actor, params, db }) => {
    const { id } = await authorizeTag(db, actor, params.entryId);
    return view(await findTagOf(db, id));
  }),
  route(setTag, keepers, async ({ actor, params, body, db }) => {
    const { id } = await authorizeTag(db, actor, params.entryId);
    const holder = await findByCode(db, body.code);
    if (holder !== null && holder.resourceId !== id)
      throw new AppError("already-taken", "Another item has this tag. Please make a new one.");
    const mark = await tagMark(body.code);
    if (holder === null && mark !== null) await saveTag(db, { resourceId: id, code: body.code, mark });
    return view(await findTagOf(db, id));
  }),
  route(removeTag, keepers, async ({ actor, params, db }) => {
    const { id } = await authorizeTag(db, actor, params.entryId);
    await deleteTag(db, id);
    return view(null);
  }),
];

/** Whether a path such as `/t/7K3M-Q9TD-0XVF-2B8C` leads to no item and no companion. */
export async function isWrongTag(db: Kysely<Schema>, path: string): Promise<boolean> {
  if (!/^\/+t(?:\/|$)/i.test(path)) return false;
  const reading = readTagText(path);
  if (reading.kind === "problem") return true;
  if (reading.kind === "companion") return ![...(await listCodes(db)).values()].includes(reading.code);
  const tag = await findByCode(db, reading.code);
  return tag === null || (await findResourceRecord(db, tag.resourceId))?.status !== "active";
}

function view(tag: TagRecord | null) {
  return { code: tag?.code ?? null, madeAt: tag?.madeAt.toISOString() ?? null };
}
