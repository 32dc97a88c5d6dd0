import type { Deps } from "#server/deps.ts";
import { findOwner } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { Mem0Error } from "#server/platform/mem0/mem0.ts";

/** Some of what it finds may be gone here. */
const SPARE = 10;

/**
 * Ids of memories Mem0 finds for a person who lets it, best first; none where it does not answer well and in time.
 * They are claims: look each up among the person's own.
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
    // What did not answer at all was logged on its way out.
    else if (!(error instanceof AppError)) log.error({ err: error }, "Mem0 not heard, answered without");
    return [];
  }
}
