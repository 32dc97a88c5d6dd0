import type { Deps } from "./deps.ts";

export interface BackgroundJob {
  /** Channel notified by the code that creates work for the job. */
  channel: string;
  /** Milliseconds. Also covers lost notifications and work that becomes due by time alone. */
  everyMs: number;
  /** Maximum items per round; 1 by default. */
  mostAtOnce?: number;
  /** Runs one round over at most `limit` items. @returns whether there may be more to do immediately */
  work: (limit: number) => Promise<boolean>;
  /** Log message for a failed round: the work that was not done. */
  failure: string;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;

/**
 * Runs when notified, and periodically. A failed round is retried with half as many items and growing delays, so `work` must
 * resume from the state in the database. A notification does not shorten these delays: a round that broke the connection would be
 * woken by that connection's own reconnect. `stop` resolves when nothing is running any more.
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
    // Without notifications, new work is found by polling.
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
