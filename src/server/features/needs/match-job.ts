import { shortLine } from "#shared/shorten.ts";
import { subjectOf } from "#shared/features/memories/need.ts";
import { bestMatches } from "#shared/features/needs/match.ts";
import { startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import {
  adoptMemories,
  countNotified,
  findNeed,
  listOffers,
  listUnlooked,
  type NeedRecord,
  replaceMatches,
  setAside,
  takeForOwners,
  takeForSeeker,
} from "./repository.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { DOCUMENTS_CHANGED } from "#server/features/search/repository.ts";
import { search, type SearchDeps } from "#server/features/search/service.ts";
import { AppError } from "#server/http/app-error.ts";

type World = Pick<Deps, "config" | "database" | "embedder" | "log">;

const LOOK_EVERY_MS = 60_000;
const BATCH = 20;
/** Maximum memories turned into needs per statement. */
const ADOPTED_AT_ONCE = 500;
/** Delay before a need that took too long is tried again. */
const ASIDE_MS = 15 * 60_000;
/** Candidates from the search. Unavailable resources and the person's own are removed afterwards. */
const CANDIDATES = 40;
/** Maximum notifications about needs per owner and day, so that a large library is not a nuisance. */
const MOST_A_DAY = 5;
const DAY_MS = 86_400_000;
const MOST_QUOTED = 80;

/** Searches the library for what people need: when a need is added, and when resources are added or changed. */
export function startNeedMatching(world: World): { stop(): Promise<void> } {
  return startBackgroundJob(world, {
    channel: DOCUMENTS_CHANGED,
    everyMs: LOOK_EVERY_MS,
    mostAtOnce: BATCH,
    work: (limit) => matchNeeds(world, limit),
    failure: "needs were not matched",
  });
}

/** Runs one round over at most `limit` needs. @returns whether there may be more */
export async function matchNeeds(world: World, limit = BATCH): Promise<boolean> {
  const db = world.database.kysely;
  const { userNeeds, visitorNeeds } = world.config.limits;
  const adopted = await adoptMemories(db, {
    limit: ADOPTED_AT_ONCE,
    most: { user: userNeeds, visitor: visitorNeeds },
  });
  const needs = await listUnlooked(db, limit);
  for (const need of needs) {
    try {
      await matchNeed(world, need);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "query-timeout") throw error;
      // A single need cannot be split further, and the others must not wait for it.
      world.log.warn({ err: error, need: need.id }, "a need takes too long to match, it is left for later");
      await setAside(db, need.id, new Date(Date.now() + ASIDE_MS));
    }
  }
  return needs.length === limit || adopted === ADOPTED_AT_ONCE;
}

async function matchNeed(world: World, need: NeedRecord): Promise<void> {
  const found = await findOffers(world, need);
  await world.database.kysely.transaction().execute(async (db) => {
    // Closed or deleted in the meantime.
    const current = await findNeed(db, need.id);
    if (current === null || current.state !== "open") return;
    await replaceMatches(
      db,
      need.id,
      found.map(({ id }) => id),
    );
    const byId = new Map(found.map((offer) => [offer.id, offer]));
    const link = `/needs?show=${need.id}`;
    const [first, ...others] = await takeForSeeker(db, need.id);
    const best = first === undefined ? undefined : byId.get(first);
    if (best !== undefined) {
      const more =
        others.length === 0 ? "" : others.length === 1 ? " and 1 more" : ` and ${others.length} more`;
      await notify(db, {
        userId: need.userId,
        kind: "need",
        link,
        text: `Possible match: ${best.title}${more}.`,
      });
    }
    if (!current.isShared) return;
    for (const resourceId of await takeForOwners(db, need.id)) {
      const offer = byId.get(resourceId);
      if (offer === undefined) continue;
      if ((await countNotified(db, offer.ownerId, new Date(Date.now() - DAY_MS))) >= MOST_A_DAY) continue;
      await notify(db, {
        userId: offer.ownerId,
        kind: "need",
        link,
        text: `Someone needs something like your ${offer.title}: “${shortLine(need.text, MOST_QUOTED)}”`,
      });
    }
  });
}

/** Public resources that match a need by words, meaning and distance, best first. */
export async function findOffers(
  world: SearchDeps,
  need: Pick<NeedRecord, "text" | "staysFromModels" | "userId" | "latitude" | "longitude">,
) {
  const { latitude, longitude } = need;
  const hits = await search(world, null, {
    text: subjectOf(need.text),
    kinds: ["resource"],
    near: latitude === null || longitude === null ? null : { latitude, longitude },
    limit: CANDIDATES,
    staysHere: need.staysFromModels,
  });
  const ids = hits.map(({ id }) => id.replace(/^resource:/, ""));
  const offers = new Map((await listOffers(world.database.kysely, ids)).map((offer) => [offer.id, offer]));
  const candidates = hits.flatMap(({ id, score, keywordShare, cosine }) => {
    const offer = offers.get(id.replace(/^resource:/, ""));
    return offer === undefined
      ? []
      : [{ ...offer, score, keywordShare, cosine, isOwn: offer.ownerId === need.userId }];
  });
  return bestMatches(candidates);
}
