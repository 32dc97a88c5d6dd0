import type { Kysely } from "kysely";
import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import {
  authenticateCommunity,
  changeCommunityPhoto,
  type Community,
  type CommunityChanges,
  getCommunity,
  issueCommunityLogin,
  listCommunities,
  saveCommunity as saveCommunityCall,
  saveCommunityDetails,
  saveCommunityForm,
} from "#shared/features/communities/contract.ts";
import type { PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hashPassword } from "#server/features/account/passwords/password-hash.ts";
import { adminsOnly, authorizeAdmin, authorizeChange, viewerOf } from "./people/authorize.ts";
import { createRoutes } from "./founding/create-routes.ts";
import { inviteRoutes } from "./joining/invite-routes.ts";
import { findOwnCommunity, issueLogin, liftToAdmin, verifyAdminLogin } from "./founding/login.ts";
import { peopleRoutes } from "./people/people-routes.ts";
import { type CommunityRecord, findCommunityRecord, listCommunityRecords } from "./repository.ts";
import { changePhotos, saveCommunity } from "./service.ts";
import { communityView } from "./view.ts";
import { markStored } from "#server/features/photos/repository.ts";
import { storePhoto } from "#server/features/photos/store-photo.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { assertOperator } from "#server/http/operator.ts";
import { preparedRoute, type Route, route } from "#server/http/route.ts";

const HOUR_MS = 3_600_000;
const byAdmins = { who: "user", object: adminsOnly } as const;
const uploads = { ...byAdmins, limits: [{ by: "account", max: 120, windowMs: HOUR_MS }] } as const;

const readRoutes: Route[] = [
  route(listCommunities, { who: "public" }, async ({ actor, db, deps }) => {
    const records = await listCommunityRecords(db);
    const viewer = await viewerOf(db, actor, records);
    return {
      loobricates: records.map((record) => communityView(record, viewer, deps)),
    };
  }),
  route(getCommunity, { who: "public" }, async ({ actor, params, db, deps, answer }) => {
    const record = await findCommunityRecord(db, params.communityId);
    if (record === null) throw notFound("This community");
    answer.headers.set("etag", `"${record.version}"`);
    return await view(db, deps, actor, record);
  }),
];

const writeRoutes: Route[] = [
  preparedRoute(saveCommunityCall, byAdmins, {
    async prepare({ actor, params, body, deps }) {
      const community = await authorizeAdmin(deps.database.kysely, actor, params.communityId);
      const { adminPassword = "" } = body;
      if (adminPassword === "") return null;
      const message = passwordWeakness(adminPassword, body.adminUsername ?? community.name);
      if (message !== null)
        throw new AppError("invalid-input", message, { fields: [{ path: "adminPassword", message }] });
      return await hashPassword(adminPassword);
    },
    async handle({ actor, params, body, deps, request, prepared, db }) {
      const ifMatch = request.headers.get("if-match");
      return await db.transaction().execute((tx) =>
        saveFresh(tx, deps, {
          actor,
          communityId: params.communityId,
          body,
          ifMatch,
          passwordHash: prepared,
        }),
      );
    },
  }),
  route(saveCommunityDetails, byAdmins, async ({ actor, params, body, deps, request, db }) => {
    const ifMatch = request.headers.get("if-match");
    return await saveFresh(db, deps, {
      actor,
      communityId: params.communityId,
      body,
      ifMatch,
      passwordHash: null,
    });
  }),
  route(changeCommunityPhoto, uploads, async ({ actor, params, body, db, deps }) => {
    const community = await authorizeChange(db, actor, params.communityId);
    const { profilePhotoPath, coverPhotoPath } = body;
    if (profilePhotoPath === undefined && coverPhotoPath === undefined)
      throw new AppError("invalid-input", "Please name the photo by its path.");
    await changePhotos(db, actor, community, { profilePhotoPath, coverPhotoPath });
    return await current(db, deps, actor, community.id);
  }),
  preparedRoute(saveCommunityForm, uploads, {
    async prepare({ actor, params, body, deps }) {
      await authorizeAdmin(deps.database.kysely, actor, params.communityId);
      const { profilePhoto, profilePhotoPath, coverPhoto, coverPhotoPath } = body;
      return {
        profile: await storeFormPhoto(deps, actor, "profile", [profilePhoto, profilePhotoPath]),
        cover: await storeFormPhoto(deps, actor, "cover", [coverPhoto, coverPhotoPath]),
      };
    },
    async handle({ actor, params, body, deps, prepared: { profile, cover }, db }) {
      return await db.transaction().execute(async (tx) => {
        const community = await authorizeChange(tx, actor, params.communityId);
        for (const { path, isNew } of [profile, cover]) if (isNew) await markStored(tx, path);
        const { name, description } = body;
        const changes = { name, description, profilePhotoPath: profile.path, coverPhotoPath: cover.path };
        await saveCommunity(tx, actor, community, changes, null);
        return await current(tx, deps, actor, community.id);
      });
    },
  }),
  route(
    authenticateCommunity,
    { who: "user", pace: "guesses" },
    async ({ actor, body, db, deps, request, answer }) => {
      const { username = "", password = "", loobricateId = null } = body;
      if (password === "" && loobricateId !== null)
        return await view(db, deps, actor, await findOwnCommunity(db, actor, loobricateId));
      if (username.trim() === "" || password === "")
        throw new AppError("invalid-input", "Please enter username and password.");
      const communityId = await verifyAdminLogin(
        deps,
        actor,
        { request, answer },
        {
          username,
          password,
          communityId: loobricateId,
        },
      );
      return await db.transaction().execute(async (tx) => {
        const record = await liftToAdmin(tx, actor, communityId);
        return await view(tx, deps, actor, record);
      });
    },
  ),
];

const operatorRoutes: Route[] = [
  route(issueCommunityLogin, { who: "public", pace: 60 }, async ({ body, db, deps, request }) => {
    assertOperator(deps, request.headers.get("authorization"));
    return await db.transaction().execute((tx) => issueLogin(tx, body.loobricateId, body.username));
  }),
];

export const communityRoutes: Route[] = [
  ...readRoutes,
  ...operatorRoutes,
  ...createRoutes,
  ...writeRoutes,
  ...peopleRoutes,
  ...inviteRoutes,
];

interface Save {
  actor: Actor;
  communityId: string;
  body: CommunityChanges;
  ifMatch: string | null;
  passwordHash: string | null;
}

/** Saves changes based on the current record. @throws AppError `conflict` with the current record when they are stale */
async function saveFresh(db: Kysely<Schema>, deps: Deps, save: Save): Promise<Community> {
  const { actor, body } = save;
  const community = await authorizeChange(db, actor, save.communityId);
  if (!isFresh(community, body, save.ifMatch)) {
    throw new AppError("conflict", "Someone else has changed this in the meantime. Compare both versions.", {
      current: await view(db, deps, actor, community),
    });
  }
  await saveCommunity(db, actor, community, body, save.passwordHash);
  return await current(db, deps, actor, community.id);
}

async function view(
  db: Kysely<Schema>,
  deps: Deps,
  actor: Actor | null,
  record: CommunityRecord,
): Promise<Community> {
  const viewer = await viewerOf(db, actor, [record]);
  return communityView(record, viewer, deps);
}

/**
 * The path of a form's photo, stored now if it is a file; undefined when the form has none.
 * @param photo the file, or a link, which is ignored; and the path of a photo uploaded before, where empty leaves the current photo
 * unchanged
 */
async function storeFormPhoto(
  deps: Deps,
  actor: Actor,
  purpose: PhotoPurpose,
  [photo, path]: [photo: File | string | null | undefined, path: string | undefined],
): Promise<{ path: string; isNew: true } | { path: string | undefined; isNew: false }> {
  if (!(photo instanceof File) || photo.size === 0)
    return { path: path === "" ? undefined : path, isNew: false };
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const stored = await storePhoto(deps, actor.userId, { purpose, bytes });
  return { path: stored.path, isNew: true };
}

/** The record after the write. */
async function current(
  db: Kysely<Schema>,
  deps: Deps,
  actor: Actor,
  communityId: string,
): Promise<Community> {
  const record = await findCommunityRecord(db, communityId);
  if (record === null) throw notFound("This community");
  return await view(db, deps, actor, record);
}

/**
 * Whether a change is based on the current record. A change without a version is always accepted.
 * @param ifMatch the header: the version in quotes, or `*`
 */
function isFresh(
  record: Pick<CommunityRecord, "version" | "updatedAt">,
  { version, updatedAt }: Pick<CommunityChanges, "version" | "updatedAt">,
  ifMatch: string | null,
): boolean {
  if (version !== undefined && version !== record.version) return false;
  if (updatedAt !== undefined && new Date(updatedAt).getTime() !== record.updatedAt.getTime()) return false;
  if (ifMatch === null || ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === `"${record.version}"`);
}
