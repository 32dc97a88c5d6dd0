import { type Kysely, sql } from "kysely";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export interface NewResource {
  id: string;
  communityId: string;
  type: ResourceType;
  title: string;
  description: string;
  tags: string[];
  availability: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  email: string | null;
  phone: string | null;
  photos: string[];
  createdBy: string;
  pseudonym: string;
}

/** Where a page of the newest resources ends: the last row's time and id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

export interface ResourceFilter {
  communityId?: string | undefined;
  createdBy?: string | undefined;
  type?: ResourceType | undefined;
  before?: Cursor | undefined;
  limit: number;
}

/** False when a resource of this id is already there. */
export async function insertResource(db: Kysely<Schema>, resource: NewResource): Promise<boolean> {
  const inserted = await db
    .insertInto("resources")
    .values({
      id: resource.id,
      community_id: resource.communityId,
      type: resource.type,
      title: resource.title,
      description: resource.description,
      tags: resource.tags,
      availability: resource.availability,
      address: resource.address,
      latitude: resource.latitude,
      longitude: resource.longitude,
      email: resource.email,
      phone: resource.phone,
      photos: resource.photos,
      created_by: resource.createdBy,
      pseudonym: resource.pseudonym,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findResourceRecord(db: Kysely<Schema>, resourceId: string) {
  return (await selectRecords(db).where("resources.id", "=", resourceId).executeTakeFirst()) ?? null;
}

/** Active resources, newest first. */
export async function listResourceRecords(db: Kysely<Schema>, filter: ResourceFilter) {
  let query = selectRecords(db).where("resources.status", "=", "active");
  if (filter.communityId !== undefined)
    query = query.where("resources.community_id", "=", filter.communityId);
  if (filter.createdBy !== undefined) query = query.where("resources.created_by", "=", filter.createdBy);
  if (filter.type !== undefined) query = query.where("resources.type", "=", filter.type);
  if (filter.before !== undefined) {
    const { createdAt, id } = filter.before;
    query = query.where(sql<boolean>`(resources.created_at, resources.id) < (${createdAt}, ${id})`);
  }
  return await query
    .orderBy("resources.created_at", "desc")
    .orderBy("resources.id", "desc")
    .limit(filter.limit)
    .execute();
}

export type ResourceRecord = NonNullable<Awaited<ReturnType<typeof findResourceRecord>>>;

function selectRecords(db: Kysely<Schema>) {
  return db
    .selectFrom("resources")
    .innerJoin("communities", "communities.id", "resources.community_id")
    .select([
      "resources.id",
      "resources.community_id as communityId",
      "communities.name as communityName",
      "resources.type",
      "title",
      "resources.description",
      "resources.tags",
      "resources.status",
      "availability",
      "resources.address",
      "resources.latitude",
      "resources.longitude",
      "email",
      "phone",
      "photos",
      "resources.created_by as createdBy",
      "pseudonym",
      "resources.version",
      "resources.created_at as createdAt",
      "resources.updated_at as updatedAt",
    ]);
}

export const resourceOwnedColumns: readonly OwnedColumn[] = [{ table: "resources", column: "created_by" }];
