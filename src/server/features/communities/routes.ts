import { getCommunity, listCommunities } from "#shared/features/communities/contract.ts";
import { findCommunityRecord, listCommunityRecords } from "#server/features/communities/repository.ts";
import { communityView } from "#server/features/communities/view.ts";
import { photoView } from "#server/features/photos/photo-view.ts";
import { notFound } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";

export const communityRoutes: Route[] = [
  route(listCommunities, { who: "public" }, async ({ actor, db, deps }) => {
    const records = await listCommunityRecords(db);
    return {
      loobricates: records.map((record) =>
        communityView(record, actor?.userId ?? null, (path) => photoView(deps, path).url),
      ),
    };
  }),
  route(getCommunity, { who: "public" }, async ({ actor, params, db, deps }) => {
    const record = await findCommunityRecord(db, params.communityId);
    if (record === null) throw notFound("This community");
    return communityView(record, actor?.userId ?? null, (path) => photoView(deps, path).url);
  }),
];
