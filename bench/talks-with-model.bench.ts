/**
 * The share of the information in the development talks that a language model gets through Looby's abilities. A scripted model calls, over
 * HTTP, the tools each turn expects, and repeats their results word for word. The rival is the same model without tools, which repeats its
 * prompt.
 *
 * node bench/talks-with-model.bench.ts [--misses]   prints each turn whose answer lacks an expected piece
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openUpstreamModel } from "#server/testing/doubles/upstream-model.ts";
import { holdWithModel, type JudgedAnswer } from "./talks/hold-with-model.ts";
import { parseTalks } from "./talks/talk-format.ts";
import { parseWorld } from "./talks/world.ts";

/** Lowest share of complete answers among the turns that need an ability. */
const GATE = 0.78;
const folder = join(import.meta.dirname, "talks");
const world = parseWorld(readJson("world.json"));
const talks = parseTalks(readJson("talks.json"));
await using upstream = await openUpstreamModel();

const withTools = await hold(true);
if (process.argv.includes("--misses"))
  for (const { talk, say, failures } of withTools.filter(({ isAnswered }) => !isAnswered))
    console.log(`${talk}: “${say}”: ${failures.join("; ")}`);
const shares = [print("with tools", withTools), print("without tools, by the prompt", await hold(false))];
console.log(`${upstream.asked.length} requests, ${upstream.refused.length} refused by the provider`);
if ((shares[0] ?? 0) < GATE || upstream.refused.length > 0) process.exitCode = 1;

async function hold(hasTools: boolean): Promise<JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  for (const talk of talks) judged.push(...(await holdWithModel(world, talk, upstream, hasTools)));
  return judged;
}

function print(name: string, judged: readonly JudgedAnswer[]): number {
  const share = judged.filter(({ isAnswered }) => isAnswered).length / Math.max(1, judged.length);
  console.log(`${name}: ${judged.length} turns that need an ability, answered ${share.toFixed(3)}`);
  return share;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
