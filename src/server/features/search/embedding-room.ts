import type { Deps } from "#server/deps.ts";
import { countUnembeddedOf } from "./embedding-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Call before many texts are added at once: one person's texts must not delay the vectors of all others.
 * @throws AppError `quota-reached` when too many of the person's texts wait for their vectors
 */
export async function assertEmbeddingRoom(
  { config, database, embedder }: Pick<Deps, "config" | "database" | "embedder">,
  actor: Actor,
): Promise<void> {
  if (!database.hasVector) return;
  const most = config.limits[`${actor.kind}ToEmbed`];
  if ((await countUnembeddedOf(database.kysely, embedder, actor.userId)) < most) return;
  throw new AppError(
    "quota-reached",
    `${most.toLocaleString("en")} of your texts are still being made ready for search. Please import more when they are, in an hour or so.`,
  );
}
