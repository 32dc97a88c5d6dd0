import { trimEndOf } from "#shared/trim-end.ts";
import type { Deps } from "#server/deps.ts";
import type { Hit } from "#shared/features/search/document.ts";
import { findDocuments, type Question } from "./find-documents.ts";

export type SearchDeps = Pick<Deps, "database" | "embedder" | "log">;

/** How long a user waits for the model before only words are used. */
const meaningDeadlineMs = 400;

/**
 * The documents most relevant to the request among those the viewer may see, best first. Only words are used when there is no
 * vector of the query in time (every `cosine` is then null). No score separates hits from misses: off-topic queries reach a
 * cosine of 0.39, and correct hits begin at 0.32. Callers that show the hits must say "perhaps".
 * @param viewerId null: a user without a session
 */
export async function search(
  deps: SearchDeps,
  viewerId: string | null,
  request: Omit<Question, "meaning" | "viewerId"> & {
    /** The complete message when `text` is only its subject; used for the meaning. */
    asked?: string;
    /** The text is sent to no other machine: it is searched for by its words where the model runs elsewhere. */
    staysHere?: boolean;
  },
): Promise<Hit[]> {
  const { staysHere = false, ...question } = request;
  const hasMeaning = deps.database.hasVector && !(staysHere && deps.embedder.isElsewhere === true);
  const meaning = hasMeaning ? await meaningInTime(deps, request.asked ?? request.text) : null;
  return await findDocuments(deps.database, { ...question, viewerId, meaning });
}

/** The embedded model was trained on questions: with a question mark it finds 4 more correct answers per 100 questions. */
export function asQuestion(text: string): string {
  return `${trimEndOf(text.slice(0, 400).toWellFormed(), (character) => /[\s.?!]/.test(character))}?`;
}

/** The vector of a query; null when there is none in time. */
export async function meaningInTime(
  { embedder, log }: SearchDeps,
  text: string,
): Promise<Question["meaning"]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), meaningDeadlineMs);
  });
  try {
    const [vector] = await Promise.race([embedder.embed([asQuestion(text)]), tooLate]);
    return vector === undefined ? null : { vector, model: embedder.id };
  } catch (error) {
    log.warn({ err: error }, "question not embedded, searching by its words");
    return null;
  } finally {
    clearTimeout(timer);
  }
}
