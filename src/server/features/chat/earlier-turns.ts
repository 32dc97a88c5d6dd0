import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { MessageRecord } from "./repository.ts";

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
