import { untilNone } from "#server/db/in-pieces.ts";
import type { Deps } from "#server/deps.ts";
import { endDeparted, letSomeGo, listDeparted } from "./repository.ts";

type World = Pick<Deps, "accounts" | "database">;

/** Deletes what is left of a user whose account is gone, in pieces, so that nobody has to wait for all of it. */
export async function sweepDeparted({ accounts, database }: World, userId: string): Promise<void> {
  const columns = accounts.ownedColumns.filter(
    // The rows of photos go with their bytes; until then they say which bytes are left.
    ({ table, whenDeleted }) => table !== "photos" && whenDeleted !== "clear",
  );
  // The others once more: a row may have come in the last moment, or have been made by a deletion.
  const inOrder = columns.toSorted((a, b) => Number(b.isBulk ?? false) - Number(a.isBulk ?? false));
  for (const column of inOrder)
    await untilNone(database, (tx, limit) => letSomeGo(tx, column, userId, limit));
  await endDeparted(database.kysely, userId);
}

/** Goes on with what a server that was stopped has left. */
export async function sweepAllDeparted(world: World): Promise<void> {
  for (const userId of await listDeparted(world.database.kysely)) await sweepDeparted(world, userId);
}
