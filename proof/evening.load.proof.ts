import { expect, test } from "vitest";
import type { Result } from "../bench/load/messages.ts";
import { runLoad } from "../bench/load/run-load.ts";
import { startServer } from "../e2e/fixtures/server.ts";
import { rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";

// The timings come from `npm run bench load`. This proof checks that no request fails and no data is lost.

test("survives a festival evening of load and a power cut without loss", async () => {
  const seconds = stopwatch();
  const results = await runLoad(
    {
      reads: { perSecond: 500, seconds: rounds({ gate: 2, nightly: 30 }) },
      chats: { streams: rounds({ gate: 200, nightly: 1_000 }), tokensPerSecond: 20, tokens: 20 },
      live: { streams: rounds({ gate: 1_000, nightly: 5_000 }) },
      writes: { perSecond: 200, seconds: rounds({ gate: 2, nightly: 30 }) },
    },
    (env) => startServer({ ...env, SAMPLE_DATA: "off" }),
  );
  const all = Object.entries(results) as [string, Result][];
  for (const [phase, { bad, lost, firstProblem }] of all)
    if (bad + lost > 0) console.log(`${phase}: ${bad} bad, ${lost} lost; first: ${firstProblem}`);
  const sum = (part: "count" | "bad" | "lost") => all.reduce((total, [, result]) => total + result[part], 0);
  record({
    name: "bad answers under load",
    figure: sum("bad"),
    unit: `of ${sum("count")}`,
    gate: { exactly: 0 },
    seconds: seconds(),
  });
  record({
    name: "words, events and writes lost under load",
    figure: sum("lost"),
    gate: { exactly: 0 },
    seconds: 0,
  });
  expect(all.filter(([, { count }]) => count === 0)).toEqual([]);
});
