import { patient } from "../../scripts/patience.ts";

const TELL_EVERY_MS = 10_000;
/** Longest time without progress. A killed server is back in seconds, on a busy machine in a minute. */
const STUCK_MS = patient(120_000);

/**
 * Prints the status of a long run every ten seconds until disposed.
 * @param progress a number that grows while the run progresses, and a text for its status
 * @returns `stuck` rejects with the text when the number has not changed for two minutes
 */
export function watch(progress: () => { count: number; words: string }): Disposable & {
  stuck: Promise<never>;
} {
  const { promise: stuck, reject } = Promise.withResolvers<never>();
  stuck.catch(() => undefined); // it may reject before a caller awaits it
  const begun = performance.now();
  let last = { count: progress().count, at: begun };
  const timer = setInterval(() => {
    const now = performance.now();
    const { count, words } = progress();
    if (count !== last.count) last = { count, at: now };
    console.info(`${Math.round((now - begun) / 1000)} s: ${words}`);
    if (now - last.at > STUCK_MS) reject(new Error(`nothing has moved for ${STUCK_MS / 1000} s: ${words}`));
  }, TELL_EVERY_MS);
  return { stuck, [Symbol.dispose]: () => clearInterval(timer) };
}
