import type { Retrieved } from "#shared/features/chat/retrieved.ts";

/**
 * Notes with at least this share of the best note's score are similar to it. Notes that say where a thing is have 0.84 to 1 of it, with the
 * embedded model; notes with the same words of the question have the same score without a model.
 */
const ALIKE = 0.8;

/**
 * The newest of the similar notes takes the place of the best one: the bike was moved. Everything else keeps its order, so that the best
 * one comes second. Needs and other notes are never similar.
 * @param hits best first
 */
export function newestFirst(hits: readonly Retrieved[]): Retrieved[] {
  const best = hits.find(({ notedAt }) => notedAt !== undefined);
  if (best === undefined) return [...hits];
  let newest = best;
  for (const hit of hits) {
    const isAlike = hit.isNeed === best.isNeed && hit.score >= ALIKE * best.score;
    if (isAlike && (hit.notedAt ?? 0) > (newest.notedAt ?? 0)) newest = hit;
  }
  return hits.flatMap((hit) => {
    if (hit === best && newest !== best) return [newest, best];
    return hit === newest && newest !== best ? [] : [hit];
  });
}
