import type { Deps } from "./deps.ts";

export interface BackgroundJob {
  /** Notified by the code that makes work for it. */
  channel: string;
  /** Milliseconds; what a lost notification left, and what time alone makes due. */
  everyMs: number;
  /** As many things as a round may take at most; 1 unless told otherwise. */
  mostAtOnce?: number;
  /** One round over at most `limit` things. @returns whether there may be more to do at once */
  work: (limit: number) => Promise<boolean>;
  /** For the log, when a round fails: what did not happen. */
  failure: string;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;

/**
 * Works whenever it is notified, and by itself from time to time. A round that fails is tried again with half as many things,
 * later and later, so `work` goes on from what the database says. Nothing wakes it before: a round that broke the connection
 * would be woken by that very connection's return. `stop` resolves when nothing of it runs any more.
 */
export function startBackgroundJob(
  { database, log }: Pick<Deps, "database" | "log">,
  job: BackgroundJob,
): { stop(): Promise<void> } {
  let isStopping = false;
  let isWoken = false;
  let interrupt: () => void = () => undefined;
  const wake = () => {
    isWoken = true;
    interrupt();
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      interrupt();
      await running;
    },
  };

  async function run(): Promise<void> {
    // Without it, what is new is found by looking.
    const unlisten = await database.listen(job.channel, wake, wake).catch((error: unknown) => {
      log.warn({ err: error }, `not woken: ${job.failure}`);
      return async () => undefined;
    });
    const mostAtOnce = job.mostAtOnce ?? 1;
    let limit = mostAtOnce;
    let failures = 0;
    while (!isStopping) {
      isWoken = false;
      try {
        const hasMore = await job.work(limit);
        failures = 0;
        limit = Math.min(mostAtOnce, limit * 2);
        if (!hasMore && !isWoken) await pause(job.everyMs, { untilWoken: true });
      } catch (error) {
        log.warn({ err: error }, `${job.failure}; tried again`);
        limit = Math.max(1, Math.floor(limit / 2));
        await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures), { untilWoken: false });
        failures += 1;
      }
    }
    await unlisten();
  }

  function pause(milliseconds: number, { untilWoken }: { untilWoken: boolean }): Promise<void> {
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
