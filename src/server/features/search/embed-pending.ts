import type { Deps } from "#server/deps.ts";
import { claimUnembedded, endClaims, forgetOtherModels, storeEmbeddings } from "./embedding-repository.ts";
import { passagesOf } from "./passages.ts";
import { DOCUMENTS_CHANGED } from "./repository.ts";

type World = Pick<Deps, "database" | "embedder" | "log">;
type Outcome = "embedded" | "nothing left" | "failed" | "stopped";

const mostDocuments = 32;
/** Longer than a batch takes, so that no other server does the same work. */
const leaseMs = 60_000;
/** Interval of passes over all documents. After a notification, only documents changed since the last pass are checked. */
const wholePassMs = 5 * 60_000;
/** A document's timestamp is the start of its transaction, so changes may appear this much later. */
const longestTransactionMs = 5 * 60_000;
const firstRetryMs = 1_000;
const lastRetryMs = 5 * 60_000;
const otherModelsRetentionMs = 24 * 3_600_000;

/**
 * Updates the vectors of all documents after changes of their text or of the model, in the background: new documents first, and all of them
 * after the model changed. Runs when `DOCUMENTS_CHANGED` is notified, and periodically. `stop` resolves when nothing is running any more;
 * unfinished work is left to another server or the next start.
 */
export function startEmbeddingPending(deps: World): { stop(): Promise<void> } {
  if (!deps.database.hasVector) return { stop: async () => undefined };
  const stopping = Promise.withResolvers<"stopped">();
  let isStopping = false;
  let isWoken = false;
  let interrupt: () => void = () => undefined;
  const running = run();
  return {
    async stop() {
      isStopping = true;
      stopping.resolve("stopped");
      interrupt();
      await running;
    },
  };

  async function run(): Promise<void> {
    const unlisten = await listen(deps, wake);
    await Promise.race([tryModel(deps), stopping.promise]);
    let limit = mostDocuments;
    let failures = 0;
    let wholePassAt = 0;
    while (!isStopping) {
      isWoken = false;
      const startedAt = Date.now();
      // Also after the clock was set back: changed documents then look older than the last pass.
      const isWhole = Math.abs(startedAt - wholePassAt) >= wholePassMs;
      const changedSince = new Date(isWhole ? 0 : wholePassAt - longestTransactionMs);
      const outcome = await embedBatch(deps, { limit, changedSince, stopping: stopping.promise });
      if (outcome === "embedded") {
        failures = 0;
        limit = Math.min(mostDocuments, limit * 2);
      } else if (outcome === "failed") {
        // One document that the model never accepts must not block the others, so they are retried one by one.
        limit = 1;
        await pause(Math.min(lastRetryMs, firstRetryMs * 2 ** failures));
        failures += 1;
      } else if (outcome === "nothing left") {
        if (isWhole) {
          wholePassAt = startedAt;
          await forgetOldVectors(deps);
        }
        if (!isWoken) await pause(failures === 0 ? wholePassMs : leaseMs, { untilWoken: true });
      }
    }
    await unlisten();
  }

  function wake(): void {
    isWoken = true;
    interrupt();
  }

  /** A failed service gets time to recover, regardless of other changes: only `untilWoken` ends the pause early. */
  function pause(milliseconds: number, { untilWoken = false } = {}): Promise<void> {
    if (isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      interrupt = () => {
        if (!untilWoken && !isStopping) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function listen({ database, log }: World, wake: () => void): Promise<() => Promise<void>> {
  try {
    return await database.listen(DOCUMENTS_CHANGED, wake, wake);
  } catch (error) {
    log.warn({ err: error }, "changed documents are not heard of; they are found within minutes");
    return async () => undefined;
  }
}

/** Loads the embedded model before the first search, and warns the operator at the start when a hosted one is unreachable. */
async function tryModel({ embedder, log }: World): Promise<void> {
  try {
    await embedder.embed(["hello"]);
  } catch (error) {
    log.warn({ err: error, model: embedder.id }, "no search by meaning for now");
  }
}

async function forgetOldVectors({ database, embedder, log }: World): Promise<void> {
  try {
    await forgetOtherModels(database.kysely, embedder.id, new Date(Date.now() - otherModelsRetentionMs));
  } catch (error) {
    log.warn({ err: error }, "vectors of former models stay for now");
  }
}

async function embedBatch(
  { database, embedder, log }: World,
  { limit, changedSince, stopping }: { limit: number; changedSince: Date; stopping: Promise<"stopped"> },
): Promise<Outcome> {
  const { kysely: db } = database;
  const model = embedder.id;
  let claimed: string[] = [];
  try {
    database.assertWritable();
    const documents = await claimUnembedded(db, {
      model,
      limit,
      leaseMs,
      changedSince,
      isElsewhere: embedder.isElsewhere,
    });
    if (documents.length === 0) return "nothing left";
    claimed = documents.map(({ id }) => id);
    const passages = documents.map(passagesOf);
    const vectors = await Promise.race([embedder.embed(passages.flat()), stopping]);
    if (vectors === "stopped") {
      await endClaims(db, model, claimed);
      return "stopped";
    }
    let next = 0;
    const embedded = documents.map((document, index) => {
      const first = next;
      next += passages[index]?.length ?? 0;
      return { ...document, vectors: vectors.slice(first, next) };
    });
    await storeEmbeddings(db, model, embedded);
    return "embedded";
  } catch (error) {
    log.warn({ err: error, model, documents: claimed.length }, "documents not embedded, trying again later");
    // A single document remains claimed, so that others are processed first.
    if (claimed.length > 1) await endClaims(db, model, claimed).catch(() => undefined);
    return "failed";
  }
}
