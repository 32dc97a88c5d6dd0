import type { Kysely } from "kysely";
import { addEntry, addResource, getResource, listResources } from "#shared/features/resources/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { listMemberships } from "#server/features/communities/repository.ts";
import { photoView } from "#server/features/photos/photo-view.ts";
import {
  type Cursor,
  findResourceRecord,
  listResourceRecords,
  type ResourceRecord,
} from "#server/features/resources/repository.ts";
import { createResource } from "#server/features/resources/service.ts";
import { resourceView, type Viewer } from "#server/features/resources/view.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { type Call, type Route, route } from "#server/http/route.ts";

const DEFAULT_PAGE = 100;
const signedIn = { who: "user" } as const;

export const resourceRoutes: Route[] = [
  route(addResource, signedIn, add),
  route(addEntry, signedIn, add),
  route(listResources, { who: "public" }, async ({ actor, query, db, deps }) => {
    if (query.mine === "true" && actor === null)
      throw new AppError("unauthenticated", "Please sign in to see your own.");
    const limit = query.limit ?? DEFAULT_PAGE;
    const records = await listResourceRecords(db, {
      communityId: query.loobricateId,
      createdBy: query.mine === "true" ? actor?.userId : undefined,
      type: query.type,
      before: query.before === undefined ? undefined : parseCursor(query.before),
      limit: limit + 1,
    });
    const page = records.slice(0, limit);
    const last = records.length > limit ? page.at(-1) : undefined;
    const viewer = await viewerOf(db, actor);
    return {
      listings: page.map((record) => view(deps, viewer, record)),
      nextBefore: last === undefined ? null : formatCursor(last),
    };
  }),
  route(getResource, { who: "public" }, async ({ actor, params, db, deps }) => {
    const record = await findResourceRecord(db, params.resourceId);
    const isVisible = record !== null && (record.status === "active" || record.createdBy === actor?.userId);
    if (!isVisible) throw notFound("This resource");
    return view(deps, await viewerOf(db, actor), record);
  }),
];

type AddCall = Call<typeof addResource | typeof addEntry, typeof signedIn>;

async function add({ actor, body, db, deps, afterCommit }: AddCall) {
  const record = await createResource(db, actor, body);
  afterCommit(() => deps.wakeEmbedding());
  return view(deps, await viewerOf(db, actor), record);
}

function view(deps: Deps, viewer: Viewer | null, record: ResourceRecord) {
  return resourceView(record, viewer, (path) => photoView(deps, path));
}

async function viewerOf(db: Kysely<Schema>, actor: Actor | null): Promise<Viewer | null> {
  if (actor === null) return null;
  return { userId: actor.userId, communityIds: new Set(await listMemberships(db, actor.userId)) };
}

/** `<RFC 3339 instant>_<id>` */
function formatCursor(record: ResourceRecord): string {
  return `${record.createdAt.toISOString()}_${record.id}`;
}

function parseCursor(text: string): Cursor {
  const [instant = "", ...rest] = text.split("_");
  const createdAt = new Date(instant);
  if (Number.isNaN(createdAt.getTime()) || rest.length === 0) {
    throw new AppError("invalid-input", "before: take it from nextBefore of the page before.");
  }
  return { createdAt, id: rest.join("_") };
}
