/**
 * The share of the information in the development talks that a language model gets through Looby's abilities. A scripted model calls, over
 * HTTP, the tools each turn expects, and repeats their results word for word. The rival is the same model without tools, which repeats its
 * prompt. Then the same for each family of models and servers in `model-families.ts`, with every tenth talk.
 *
 * A turn is answered when the user reads the model's own words, whole and without its marks: Looby's own answer, which follows a failure of
 * the model, hides how often a family fails. "called" is the share of turns in which its server accepted a
 * request with the results of all its calls.
 *
 * Gates: the plain model answers at least 0.78 of the turns, and each family reaches 0.95 of the plain one's "answered" and "called".
 *
 * node bench/talks-with-model.bench.ts [--misses] [--only=TEXT]
 *   --misses      prints each turn whose answer lacks an expected piece, or shows what it must not
 *   --only=TEXT   only families whose name contains TEXT
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type ModelFamily, modelFamilies, plainOpenAi } from "#server/testing/doubles/model-families.ts";
import { openUpstreamModel } from "#server/testing/doubles/upstream-model.ts";
import { type Holding, holdWithModel, type JudgedAnswer } from "./talks/hold-with-model.ts";
import { parseTalks, type Talk } from "./talks/talk-format.ts";
import { parseWorld } from "./talks/world.ts";

const GATES = { plain: 0.78, family: 0.95 };
const { values: options } = parseArgs({
  options: { misses: { type: "boolean", default: false }, only: { type: "string" } },
});
const folder = join(import.meta.dirname, "talks");
const world = parseWorld(readJson("world.json"));
const talks = parseTalks(readJson("talks.json"));
await using upstream = await openUpstreamModel();
const missed: string[] = [];

if (options.only === undefined) {
  const share = await report("with tools", talks, { hasTools: true });
  if (share < GATES.plain) missed.push("with tools");
  await report("without tools, by the prompt", talks, { hasTools: false });
}
await reportFamilies(talks.filter((_, index) => index % 10 === 0));
console.log(`${upstream.asked.length} requests, ${upstream.refused.length} refused by OpenAI's rules`);
for (const refusal of new Set(upstream.refused)) console.log(`  ${refusal}`);
if (missed.length > 0) console.log(`GATE missed by ${missed.length}: ${missed.join("; ")}`);
if (missed.length > 0 || upstream.refused.length > 0) process.exitCode = 1;

async function reportFamilies(sample: readonly Talk[]): Promise<void> {
  console.log(`\n${"family".padEnd(60)} turns  answered   called  refused`);
  const most = await reportFamily(plainOpenAi, sample);
  for (const family of modelFamilies.filter(({ name }) => name.includes(options.only ?? ""))) {
    if (family === plainOpenAi) continue;
    const { share, called } = await reportFamily(family, sample);
    if (share < GATES.family * most.share || called < GATES.family * most.called) missed.push(family.name);
  }
}

async function reportFamily(
  family: ModelFamily,
  sample: readonly Talk[],
): Promise<{ share: number; called: number }> {
  let refused = 0;
  const counted: ModelFamily = {
    ...family,
    refuses(request) {
      const refusal = family.refuses(request);
      if (refusal !== null) refused += 1;
      return refusal;
    },
  };
  const isStopped = family.name.startsWith("strict template");
  const judged = await hold(sample, { hasTools: true, family: counted, isStopped });
  const share = shareOf(judged);
  const called = judged.filter(({ isCalled }) => isCalled).length / Math.max(1, judged.length);
  const figures = [share.toFixed(3).padStart(10), called.toFixed(3).padStart(9), String(refused).padStart(9)];
  console.log(`${family.name.padEnd(60)}${String(judged.length).padStart(6)}${figures.join("")}`);
  return { share, called };
}

async function report(name: string, held: readonly Talk[], holding: Holding): Promise<number> {
  const judged = await hold(held, holding);
  const share = shareOf(judged);
  console.log(`${name}: ${judged.length} turns that need an ability, answered ${share.toFixed(3)}`);
  return share;
}

async function hold(held: readonly Talk[], holding: Holding): Promise<JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  for (const talk of held) judged.push(...(await holdWithModel(world, talk, upstream, holding)));
  if (options.misses)
    for (const { talk, say, failures } of judged.filter(({ isAnswered }) => !isAnswered))
      console.log(`${talk}: “${say}”: ${failures.join("; ")}`);
  return judged;
}

function shareOf(judged: readonly JudgedAnswer[]): number {
  return judged.filter(({ isAnswered }) => isAnswered).length / Math.max(1, judged.length);
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
