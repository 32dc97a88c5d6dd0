import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { PromptMessage } from "#server/platform/llm/language-model.ts";
import { memoryIdsOf } from "./given-memories.ts";
import type { MessageRecord } from "./repository.ts";

/** The part of a conversation that a language model may read. */
export interface Readable {
  /** Oldest first. */
  history: readonly PromptMessage[];
  earlier: readonly EarlierTurn[];
  /** The user's memories in it. */
  memoryIds: readonly string[];
}

/** The user messages of a branch, each with the sources shown in its answer. @param records oldest first */
export function earlierTurns(
  records: readonly Pick<MessageRecord, "role" | "text" | "createdAt" | "sources">[],
): EarlierTurn[] {
  return records.flatMap(({ role, text, createdAt }, index) => {
    if (role !== "user") return [];
    const answer = records[index + 1];
    const shown = answer?.role === "assistant" ? answer.sources : [];
    return [
      { message: text, at: createdAt, shown: shown.map(({ sourceId, title }) => ({ sourceId, title })) },
    ];
  });
}

/** Ids of the user's memories in a message. */
export function memoriesIn({ sources, given }: Pick<MessageRecord, "sources" | "given">): string[] {
  return [...memoryIdsOf(sources), ...given];
}

/**
 * The turns of a branch that a language model may read. A turn is left out whole if one of its messages is, because a question may say as
 * much as its answer.
 * @param records oldest first, also those without text
 * @param kept ids of messages with a memory that no model may get
 * @param useRag false: answers from the library, and those of a model that read it, are left out
 */
export function readableTurns(
  records: readonly MessageRecord[],
  { kept, useRag }: { kept: ReadonlySet<string>; useRag: boolean },
): Readable {
  const turns: MessageRecord[][] = [];
  for (const record of records)
    if (record.role === "user" || turns.length === 0) turns.push([record]);
    else turns.at(-1)?.push(record);
  const isLeftOut = (record: MessageRecord) =>
    kept.has(record.id) || record.staysFromModels || (!useRag && readsLibrary(record));
  const readable = turns
    .filter((turn) => !turn.some(isLeftOut))
    .flat()
    .filter(({ text }) => text !== "");
  return {
    history: readable.map(({ role, text }) => ({ role, content: text })),
    earlier: earlierTurns(readable),
    memoryIds: readable.flatMap(memoriesIn),
  };
}

function readsLibrary({ role, model, sources, given, steps }: MessageRecord): boolean {
  return role === "assistant" && (model === null || sources.length + given.length + steps.length > 0);
}
