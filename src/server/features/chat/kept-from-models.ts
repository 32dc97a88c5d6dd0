import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A message of a conversation, with the memories in it. */
export interface MessageWithMemories {
  id: string;
  memoryIds: readonly string[];
}

/** The user's memories that no language model may get. The memories implement it. */
export interface KeptFromModels {
  /** Those among these ids. */
  among(db: Kysely<Schema>, userId: string, memoryIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ids of the messages that quote or became one. */
  messagesWith(
    db: Kysely<Schema>,
    userId: string,
    messages: readonly MessageWithMemories[],
  ): Promise<ReadonlySet<string>>;
}

/** Search hits without the memories kept from language models. */
export async function withoutKept<Found extends { id: string }>(
  kept: KeptFromModels,
  db: Kysely<Schema>,
  { userId, hits }: { userId: string; hits: readonly Found[] },
): Promise<Found[]> {
  const memoryIds = hits.flatMap(({ id }) => memoryIdOf(id) ?? []);
  const left = await kept.among(db, userId, memoryIds);
  return hits.filter(({ id }) => !left.has(memoryIdOf(id) ?? ""));
}

const MEMORY = "memory:";

/** Null for the id of a document of another kind. */
export function memoryIdOf(documentId: string): string | null {
  return documentId.startsWith(MEMORY) ? documentId.slice(MEMORY.length) : null;
}
