import type { Deps } from "#server/deps.ts";
import { followerOf } from "./find-documents.ts";
import { DOCUMENTS_CHANGED } from "./repository.ts";

/** Vectors made by another server cause no notification. A search would read them by itself, but take a little longer. */
const LOOK_EVERY_MS = 60_000;

/**
 * Reads the index when the server starts and follows changes, so that a search has few changes left to read. Every search also checks by
 * itself: if this job fails, results are slower, not different.
 */
export function startKeepingIndex({ database, embedder, log }: Pick<Deps, "database" | "embedder" | "log">): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  let isWoken = false;
  const running = run();
  return {
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };

  async function run(): Promise<void> {
    const onChange = () => {
      isWoken = true;
      wake();
    };
    const unlisten = await database.listen(DOCUMENTS_CHANGED, onChange, onChange).catch((error: unknown) => {
      log.warn(
        { err: error },
        "changed documents are not heard of; the index is brought up to date every minute",
      );
      return async () => undefined;
    });
    const { id: model, dimensions } = embedder;
    const space = database.hasVector ? { model, dimensions } : null;
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        await followerOf(database).read(database.kysely, "", space);
      } catch (error) {
        log.warn(
          { err: error },
          "the index of documents could not be brought up to date, trying again later",
        );
        isWoken = false;
      }
      if (!isWoken && !stopping.signal.aborted) await pause();
    }
    await unlisten();
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
