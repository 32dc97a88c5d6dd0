import { untilNone } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";
import { endDeparted, letSomeGo, listDeparted } from "./repository.ts";

type World = Pick<Deps, "accounts" | "database">;

/** Deletes the remaining rows of a user whose account is gone, in pieces, so that other requests do not wait for all of them. */
export async function sweepDeparted({ accounts, database }: World, userId: string): Promise<void> {
  const columns = accounts.ownedColumns.filter(
    // The rows of photos are deleted with their bytes; until then they record which bytes are left.
    ({ table, whenDeleted }) => table !== "photos" && whenDeleted !== "clear",
  );
  // The other tables are checked once more: a row may have been added at the last moment or by a deletion.
  const inOrder = columns.toSorted((a, b) => Number(b.isBulk ?? false) - Number(a.isBulk ?? false));
  for (const column of inOrder)
    await untilNone(database, (tx, limit) => letSomeGo(tx, column, userId, limit));
  await endDeparted(database.kysely, userId);
}

/** Resumes deletions left by a server that was stopped. */
export async function sweepAllDeparted(world: World): Promise<void> {
  for (const userId of await listDeparted(world.database.kysely)) await sweepDeparted(world, userId);
}
