import { type Kysely, sql } from "kysely";
import type { BlockingLoan, Lendable } from "#shared/features/lending/availability.ts";
import { METRES_PER_DEGREE } from "#shared/distance.ts";
import type { Point } from "#shared/features/resources/near.ts";
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

/** The columns an edit writes. */
export type ResourceValues = Pick<
  NewResource,
  "title" | "description" | "tags" | "availability" | "address" | "latitude" | "longitude" | "photos"
> & { status: "active" | "archived" };

/** The end of a page: the last row's time and id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

export interface ResourceFilter {
  communityId?: string | undefined;
  createdBy?: string | undefined;
  type?: ResourceType | undefined;
  /** Only those that can be borrowed now, or only those that cannot. */
  isFree?: boolean | undefined;
  /** Only resources with these ids. */
  ids?: readonly string[] | undefined;
  /** Only resources added, changed, lent or returned since then. */
  changedSince?: Date | undefined;
  sort?: "newest" | "oldest";
  /** Rows after this one, in the requested order. */
  after?: Cursor | undefined;
  limit: number;
}

/** Returns false when a resource with this id already exists. */
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

/** Inserts any number of resources in one statement. @returns the number of new ones */
export async function insertResources(
  db: Kysely<Schema>,
  resources: readonly (NewResource & { createdAt: Date | null })[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into resources (id, community_id, type, title, description, tags, availability, address, latitude, longitude,
      email, phone, photos, created_by, pseudonym, created_at)
    select id, "communityId", type, title, description, array(select jsonb_array_elements_text(input.tags)), availability,
      address, latitude, longitude, email, phone, array(select jsonb_array_elements_text(input.photos)), "createdBy",
      pseudonym, coalesce("createdAt", now())
    from jsonb_to_recordset(${JSON.stringify(resources)}::jsonb) as input (
      id text, "communityId" text, type text, title text, description text, tags jsonb, availability text, address text,
      latitude double precision, longitude double precision, email text, phone text, photos jsonb, "createdBy" text,
      pseudonym text, "createdAt" timestamptz
    )
    on conflict (id) do nothing
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function findResourceRecord(db: Kysely<Schema>, resourceId: string) {
  return (await selectRecords(db).where("resources.id", "=", resourceId).executeTakeFirst()) ?? null;
}

/** Like `findResourceRecord`, but locks the row until the transaction ends. */
export async function lockResourceRecord(db: Kysely<Schema>, resourceId: string) {
  await db.selectFrom("resources").select("id").where("id", "=", resourceId).forUpdate().execute();
  return await findResourceRecord(db, resourceId);
}

/** @param db the transaction that holds the lock */
export async function updateResource(
  db: Kysely<Schema>,
  resourceId: string,
  values: ResourceValues,
): Promise<void> {
  await db
    .updateTable("resources")
    .set({ ...values, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", resourceId)
    .execute();
}

/** Deletes a resource with its history. */
export async function deleteResource(db: Kysely<Schema>, resourceId: string): Promise<void> {
  await db.deleteFrom("resources").where("id", "=", resourceId).execute();
}

/** A page of active resources, newest first by default; for one person also their archived ones. */
export async function listResourceRecords(db: Kysely<Schema>, filter: ResourceFilter) {
  let query = selectRecords(db).where(isOf(filter));
  if (filter.changedSince !== undefined)
    query = query.where(
      sql<boolean>`(resources.updated_at > ${filter.changedSince} or exists (
        select 1 from loans where loans.resource_id = resources.id and loans.updated_at > ${filter.changedSince}))`,
    );
  const isOldest = filter.sort === "oldest";
  if (filter.after !== undefined) {
    const { createdAt, id } = filter.after;
    const end = sql`(${createdAt}, ${id})`;
    query = query.where(
      isOldest
        ? sql<boolean>`(resources.created_at, resources.id) > ${end}`
        : sql<boolean>`(resources.created_at, resources.id) < ${end}`,
    );
  }
  const direction = isOldest ? "asc" : "desc";
  return await query
    .orderBy("resources.created_at", direction)
    .orderBy("resources.id", direction)
    .limit(filter.limit)
    .execute();
}

/** Ids and distances in meters of the nearest matching resources that have a place, nearest first. */
export async function listNearest(
  db: Kysely<Schema>,
  filter: ResourceFilter,
  { latitude, longitude }: Point,
): Promise<{ id: string; metres: number }[]> {
  const east = sql`(resources.longitude - ${longitude}) * cos(radians(${latitude}))`;
  return await db
    .selectFrom("resources")
    .where(isOf(filter))
    .where("resources.latitude", "is not", null)
    .where("resources.longitude", "is not", null)
    .select([
      "resources.id",
      sql<number>`sqrt(power(resources.latitude - ${latitude}, 2) + power(${east}, 2)) * ${METRES_PER_DEGREE}`.as(
        "metres",
      ),
    ])
    .orderBy("metres")
    .orderBy("resources.id")
    .limit(filter.limit)
    .execute();
}

/** Those of these resources that cannot be borrowed now. */
export async function listBlockedIds(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("resources")
    .where(isOf({ ids, isFree: false }))
    .select("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Number of matching resources, regardless of when they were changed. */
export async function countResources(db: Kysely<Schema>, filter: ResourceFilter): Promise<number> {
  const { count } = await db
    .selectFrom("resources")
    .where(isOf(filter))
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of a person's listings, archived ones included, and number of listings in a community's library. */
export async function countListings(
  db: Kysely<Schema>,
  { createdBy, communityId }: { createdBy: string; communityId: string },
): Promise<{ ofUser: number; ofCommunity: number }> {
  const { rows } = await sql<{ ofUser: number; ofCommunity: number }>`
    select (select count(*)::int from resources where created_by = ${createdBy}) as "ofUser",
      (select count(*)::int from resources where community_id = ${communityId} and status = 'active') as "ofCommunity"
  `.execute(db);
  return rows[0] ?? { ofUser: 0, ofCommunity: 0 };
}

function isOf({ createdBy, communityId, type, isFree, ids }: Omit<ResourceFilter, "limit">) {
  return sql<boolean>`(
    ${createdBy === undefined ? sql`resources.status = 'active'` : sql`resources.created_by = ${createdBy}`}
    and ${communityId === undefined ? sql`true` : sql`resources.community_id = ${communityId}`}
    and ${type === undefined ? sql`true` : sql`resources.type = ${type}`}
    and ${isFree === undefined ? sql`true` : sql`${isFreeNow} = ${isFree}`}
    and ${ids === undefined ? sql`true` : sql`resources.id = any(${ids}::text[])`}
  )`;
}

/** Loans that block a thing for other borrowers: reserved, on loan, or returned but not checked. */
const blocksIt = sql<boolean>`(loans.state = 'handed-over' or loans.state = 'returned' and loans.awaits_check
  or loans.state = 'approved' and loans.last_day >= (now() at time zone 'utc')::date)`;

/** `availabilityOf` of `shared/features/lending/availability` as SQL: the state is `available`. */
const isFreeNow = sql<boolean>`(resources.availability = 'available' and not exists (
  select 1 from loans where loans.resource_id = resources.id and ${blocksIt}
    and (loans.state <> 'approved' or loans.first_day <= (now() at time zone 'utc')::date)))`;

/** The loans that block a thing, as shown to the readers of its record. */
export const blockingLoans = sql<BlockingLoan[]>`coalesce((
  select json_agg(json_build_object('state', loans.state, 'first', loans.first_day::text, 'last', loans.last_day::text)
    order by loans.first_day)
  from loans where loans.resource_id = resources.id and ${blocksIt}), '[]')`;

export type ResourceRecord = NonNullable<Awaited<ReturnType<typeof findResourceRecord>>>;

function selectRecords(db: Kysely<Schema>) {
  return db
    .selectFrom("resources")
    .innerJoin("communities", "communities.id", "resources.community_id")
    .leftJoin("resource_tags", "resource_tags.resource_id", "resources.id")
    .select([
      "resources.id",
      "resources.community_id as communityId",
      "communities.name as communityName",
      "resources.type",
      "title",
      "resources.description",
      "resources.tags",
      "resources.status",
      // The table's check constraint allows only these.
      (row) => row.ref("availability").$castTo<Lendable["availability"]>().as("availability"),
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
      "resource_tags.mark as tagMark",
      blockingLoans.as("loans"),
    ]);
}

export const resourceOwnedColumns: readonly OwnedColumn[] = [
  {
    table: "resources",
    column: "created_by",
    documents: "resource:",
    isBulk: true,
    parts: [
      { table: "resource_history", column: "resource_id" },
      { table: "resource_tags", column: "resource_id" },
    ],
  },
];

/** The existing resources among these ids, with their communities. */
export async function communitiesOfResources(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("resources")
    .select(["id", "community_id"])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.community_id]));
}
