import { ask } from "./ask.ts";
import type { Phase, Result } from "./messages.ts";
import { atRate, inParallel, Tally } from "./tally.ts";

const WARM_UP_READS = 1_000;

/** Reads at a fixed rate. Each is timed from when it was due, so that a slow server cannot hide behind a slow generator. */
export async function readAll({ url, paths, load }: Extract<Phase, { kind: "reads" }>): Promise<Result> {
  const tally = new Tally();
  const expected = new Map<string, string>();
  // After its first call a page has its visitor's session, and it accepts compression.
  const { cookie } = await ask(`${url}/api/account/session`);
  const call = { takesCompressed: true, ...(cookie === null ? {} : { cookie }) };
  for (const path of paths) expected.set(path, (await ask(url + path, call)).text);
  // A server that has just started compiles its code, so the first seconds do not count.
  await inParallel({ count: WARM_UP_READS, atOnce: 10 }, async (index) => {
    await ask(url + (paths[index % paths.length] ?? "/"), call);
  });
  await atRate({ perSecond: load.perSecond, count: load.perSecond * load.seconds }, async (index, dueAt) => {
    const path = paths[index % paths.length] ?? "/";
    tally.count += 1;
    try {
      const { status, text } = await ask(url + path, call);
      tally.took(performance.now() - dueAt);
      if (status !== 200) tally.bad(`${path} answered ${status}`);
      // Links to photos are signed again for each request; the rest is unchanged.
      else if (Math.abs(text.length - (expected.get(path)?.length ?? 0)) > text.length / 10)
        tally.bad(`${path} answered something else`);
    } catch (error) {
      tally.bad(`${path}: ${String(error)}`);
    }
  });
  return tally.result();
}
