import type { Deps } from "#server/deps.ts";
import { findOwner } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { Mem0Error } from "#server/platform/mem0/mem0.ts";

/** Extra results to request, because some may be deleted here. */
const SPARE = 10;

/**
 * Ids of memories Mem0 finds for a person who allows it, best first. Empty when it fails or is too slow. Do not trust them: look
 * each one up among the person's own memories.
 */
export async function findAtMem0(
  { mem0, database, log }: Pick<Deps, "mem0" | "database" | "log">,
  userId: string,
  query: string,
  limit: number,
): Promise<string[]> {
  if (mem0 === null) return [];
  const owner = await findOwner(database.kysely, userId);
  if (owner === null) return [];
  try {
    return await mem0.search(owner, query, limit + SPARE);
  } catch (error) {
    if (error instanceof Mem0Error) log.warn({ reason: error.message }, "Mem0 not heard, answered without");
    // Egress has logged calls without any response.
    else if (!(error instanceof AppError)) log.error({ err: error }, "Mem0 not heard, answered without");
    return [];
  }
}
