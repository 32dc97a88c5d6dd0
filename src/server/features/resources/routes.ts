import type { Kysely } from "kysely";
import {
  addEntry,
  addResource,
  deleteEntry,
  editEntry,
  getResource,
  listResources,
} from "#shared/features/resources/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { listMemberships } from "#server/features/communities/repository.ts";
import { discardPhoto } from "#server/features/photos/store-photo.ts";
import { editResource, ownEntry, removeResource, type NotifyMoved } from "./edit.ts";
import { listHistory } from "./history-repository.ts";
import { listPage } from "./list.ts";
import { findResourceRecord } from "./repository.ts";
import { createResource } from "./service.ts";
import { historyView, resourceView, type Viewer } from "./view.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import { type Call, type Route, route } from "#server/http/route.ts";

const signedIn = { who: "user" } as const;
const owner = { who: "user", object: ownEntry } as const;

/** The library's interface to lending. app.ts passes it in: lending depends on resources, not the other way round. */
interface Loans {
  /** Ids of other users' resources whose owner has agreed to lend them to this person now. */
  listAgreed: (db: Kysely<Schema>, userId: string) => Promise<string[]>;
  notifyMoved: NotifyMoved;
}

export function resourceRoutes({ listAgreed, notifyMoved }: Loans): Route[] {
  return [
    route(addResource, signedIn, add),
    route(addEntry, signedIn, add),
    route(listResources, { who: "public" }, async ({ actor, query, db, deps }) => {
      if (query.mine === "true" && actor === null)
        throw new AppError("unauthenticated", "Please sign in to see your own.");
      const { records, ...page } = await listPage(deps, actor?.userId ?? null, query);
      const viewer = await viewerOf(db, actor);
      return { listings: records.map((record) => resourceView(record, viewer, deps)), ...page };
    }),
    route(getResource, { who: "public" }, async ({ actor, params, db, deps }) => {
      const record = await findResourceRecord(db, params.resourceId);
      const isVisible = record !== null && (record.status === "active" || record.createdBy === actor?.userId);
      if (!isVisible) throw notFound("This resource");
      const history = await listHistory(db, record.id);
      return { ...resourceView(record, await viewerOf(db, actor), deps), history: history.map(historyView) };
    }),
    route(editEntry, owner, async ({ actor, params, body, db, deps, afterCommit }) => {
      const edited = await editResource(db, actor, params.entryId, body, notifyMoved);
      const current = resourceView(edited.record, await viewerOf(db, actor), deps);
      if (edited.state === "stale") {
        const message = "Someone changed this entry too. Choose which version to keep.";
        throw new AppError("conflict", message, { current });
      }
      await forgetAnswersAbout(db, { userId: null, ids: [edited.record.id], current });
      afterCommit(() => deps.wakeEmbedding());
      return current;
    }),
    route(deleteEntry, owner, async ({ actor, params, db, deps, afterCommit }) => {
      const photos = await removeResource(db, actor, params.entryId, notifyMoved);
      // Links to the photos remain valid for an hour, but open nothing from now on.
      afterCommit(() => void Promise.all(photos.map((path) => discardPhoto(deps, path))));
      return { id: params.entryId };
    }),
  ];

  async function add({ actor, body, db, deps, afterCommit }: AddCall) {
    const record = await createResource(db, actor, body, deps.config.limits);
    afterCommit(() => deps.wakeEmbedding());
    return resourceView(record, await viewerOf(db, actor), deps);
  }

  async function viewerOf(db: Kysely<Schema>, actor: Actor | null): Promise<Viewer | null> {
    // A visitor belongs to no community and borrows nothing.
    if (actor?.kind !== "user") return null;
    const { userId } = actor;
    return {
      userId,
      communityIds: new Set(await listMemberships(db, userId)),
      agreedIds: new Set(await listAgreed(db, userId)),
    };
  }
}

type AddCall = Call<typeof addResource | typeof addEntry, typeof signedIn>;
