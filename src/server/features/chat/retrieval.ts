import type { Kysely } from "kysely";
import { rank } from "#shared/features/talk/search/ranking.ts";
import { type NoteFacts, type Retrieved, retrievedOf } from "#shared/features/chat/retrieved.ts";
import { withWhy } from "#shared/features/chat/why.ts";
import { bestOfEach, planSearch, type SearchPlan } from "#shared/features/talk/search/search-plan.ts";
import type { DocumentKind, Hit } from "#shared/features/search/document.ts";
import type { Schema } from "#server/db/schema.ts";
import { type KeptFromModels, memoryIdOf, withoutKept } from "./kept-from-models.ts";
import { findFestival } from "#server/festival/festival.ts";
import type { Metric } from "#server/features/search/index/rank-roughly.ts";
import { search, type SearchDeps } from "#server/features/search/service.ts";
import type { Actor } from "#server/http/request/actor.ts";

/** Hits from which an answer selects. More than the answer shows, because a library has duplicates. */
const CANDIDATES = 24;

export interface RetrieveRequest {
  text: string;
  /** The companion whose context documents are searched. */
  companion: string;
  /** Similarity metric for vectors. */
  metric: Metric;
  /** Ids of communities whose items rank slightly higher. */
  connected: readonly string[];
  limit: number;
  /** Leaves out memories kept from language models. */
  isForModel: boolean;
}

/** Finds the items for an answer, best first. */
export type Retrieve = (viewer: Actor, request: RetrieveRequest) => Promise<Retrieved[]>;

/** Facts about the memories among these ids that are the person's own, by id. */
type NotesAmong = (
  db: Kysely<Schema>,
  userId: string,
  memoryIds: readonly string[],
) => Promise<ReadonlyMap<string, NoteFacts>>;

/** Retrieval by hybrid search, as described at `planSearch`. A user's needs are excluded. */
export function createRetrieve(deps: SearchDeps, notesAmong: NotesAmong, kept: KeptFromModels): Retrieve {
  return async (viewer, { text, companion, metric, connected, limit, isForModel }) => {
    const { city } = await findFestival(deps.database.kysely);
    const plan = planSearch(city, text);
    const request = { companion, metric, connected, near: plan.near, limit: CANDIDATES };
    const { userId } = viewer;
    const find = async (only: { kinds?: readonly DocumentKind[] }) => {
      const hits = await searchAll(deps, userId, plan, { ...request, ...only });
      return isForModel ? await withoutKept(kept, deps.database.kysely, { userId, hits }) : hits;
    };
    const library = plan.kindsFirst === null ? [] : await find({ kinds: plan.kindsFirst });
    const hits = library.length > 0 ? library : await find({});
    const memoryIds = hits.flatMap(({ id }) => memoryIdOf(id) ?? []);
    const notes = await notesAmong(deps.database.kysely, userId, memoryIds);
    const found = hits.map((hit) => retrievedOf(city, hit, notes.get(memoryIdOf(hit.id) ?? "")));
    const asked = plan.wordings.map((wording) => wording.text).join(" ");
    return rank(plan.question, found)
      .slice(0, limit)
      .map((each) => withWhy(asked, each));
  };
}

async function searchAll(
  deps: SearchDeps,
  userId: string,
  { wordings }: SearchPlan,
  request: Omit<Parameters<typeof search>[2], "text" | "asked">,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const wording of wordings) hits.push(...(await search(deps, userId, { ...request, ...wording })));
  return bestOfEach(hits);
}
