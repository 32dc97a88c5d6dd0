import {
  addDiscoveries,
  listCampMarks,
  listDiscoveries,
  markCamp,
} from "#shared/features/explore/contract.ts";
import { artIds } from "#shared/features/map/view/reach.ts";
import {
  existingPlaces,
  hasCamp,
  insertDiscoveries,
  listDiscovered,
  listMarks,
  saveMark,
} from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import { fromPhoneTime } from "#server/http/request/input.ts";
import { type Route, route } from "#server/http/route.ts";

/** All data here is the caller's own. The owner comes from the session. */
const mine = { who: "session" } as const;

export const exploreRoutes: Route[] = [
  route(listCampMarks, mine, async ({ actor, db }) => ({ marks: await listMarks(db, actor.userId) })),
  route(markCamp, mine, async ({ actor, params, body, db }) => {
    const hasContent = body.isFavourite === true || (body.note ?? "") !== "";
    // Users can still remove marks of a deleted camp.
    if (hasContent && !(await hasCamp(db, params.campId)))
      throw new AppError("not-found", "This camp is not on the map any more. Please choose another one.");
    const mark = await saveMark(db, actor.userId, params.campId, body);
    const { campId } = params;
    await forgetAnswersAbout(db, { userId: actor.userId, ids: [campId], current: null });
    return mark;
  }),
  route(listDiscoveries, mine, async ({ actor, db }) => ({
    discoveries: await listDiscovered(db, actor.userId),
  })),
  route(addDiscoveries, mine, async ({ actor, body, db, request }) => {
    const now = new Date();
    const arrivals = body.places.map(({ kind, id, discoveredAt }) => {
      const at = new Date(fromPhoneTime(request.headers, discoveredAt) ?? now);
      // A phone's clock may be ahead; a discovery is never dated in the future.
      return { kind, id, at: at > now ? now : at };
    });
    const there = await existingPlaces(db, arrivals, artIds);
    return { discovered: await insertDiscoveries(db, actor.userId, there) };
  }),
];
