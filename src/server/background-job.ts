import type { Deps } from "#server/deps.ts";

export interface BackgroundJob {
  /** Notified by whoever makes work for it. */
  channel: string;
  /** Milliseconds; what a lost notification left, and what time alone makes due. */
  everyMs: number;
  /** One round. @returns whether there may be more to do at once */
  work: () => Promise<boolean>;
  /** For the log, when a round fails: what did not happen. */
  failure: string;
}

/**
 * Works whenever it is notified, and by itself from time to time. A round that fails is tried again at the next one, so `work`
 * goes on from what the database says. `stop` resolves when nothing of it runs any more.
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
    while (!isStopping) {
      isWoken = false;
      const hasMore = await job.work().catch((error: unknown) => {
        log.warn({ err: error }, `${job.failure}; tried again`);
        return false;
      });
      if (!hasMore && !isWoken && !isStopping) await pause();
    }
    await unlisten();
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, job.everyMs);
      timer.unref();
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
