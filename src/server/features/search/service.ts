import { trimEndOf } from "#shared/trim-end.ts";
import type { Deps } from "#server/deps.ts";
import type { Hit } from "#shared/features/search/document.ts";
import { findDocuments, type Question } from "./ranking-repository.ts";

export type SearchDeps = Pick<Deps, "database" | "embedder" | "log">;

/** How long a person waits for the model before the words have to do. */
const meaningDeadlineMs = 400;

/**
 * What the viewer may see that comes nearest to the request, best first; by words alone when there is no vector of the
 * question in time (every `cosine` is null then). No score tells a hit from a miss: off-topic questions reach a cosine of
 * 0.39, right answers begin at 0.32. Callers that show the hits must say "perhaps".
 * @param viewerId null: a user without a session
 */
export async function search(
  deps: SearchDeps,
  viewerId: string | null,
  request: Omit<Question, "meaning" | "viewerId"> & {
    /** The whole question where `text` is only what it is about: for the meaning. */
    asked?: string;
  },
): Promise<Hit[]> {
  const meaning = deps.database.hasVector ? await meaningInTime(deps, request.asked ?? request.text) : null;
  return await findDocuments(deps.database.kysely, { ...request, viewerId, meaning });
}

/** The embedded model was trained on questions: a question mark finds it four right answers more in a hundred. */
export function asQuestion(text: string): string {
  return `${trimEndOf(text.slice(0, 400), (character) => /[\s.?!]/.test(character))}?`;
}

/** A question as a vector; null where there is none in time. */
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
