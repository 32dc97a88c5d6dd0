import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { processCpu, startChildServer } from "./child-server.ts";
import { type Delays, listen } from "./relay/listen.ts";
import { startUpstream } from "./relay/upstream.ts";

/**
 * The delay Looby adds to a language model's stream. 50 users receive 100 tokens per second each: directly from the upstream, through Looby
 * (the whole server with its embedded database in use), through a bare relay that stores nothing (the lower bound), and through the AI
 * SDK's own relay. Rounds are interleaved and the best of each counts, because the upstream, the listeners and the servers share this
 * machine.
 *
 * Gates: Looby uses at most 1.3 times the CPU of the bare relay, and the AI SDK at least twice Looby's. Both are ratios of one run, because
 * absolute figures differ by machine and load. The delays are printed, but are no gate for the same reason.
 */
const STREAMS = 50;
const TOKENS_PER_SECOND = 100;
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;
const GATES = { bare: 1.3, rival: 2 };

type Name = "direct" | "bare relay" | "Looby" | "AI SDK 7";
interface Round extends Delays {
  /** Milliseconds per 1,000 tokens; null when unknown. */
  cpu: number | null;
}

const upstream = await startUpstream(TOKENS_PER_SECOND);
const dataDir = await mkdtemp(join(tmpdir(), "looby-bench-"));
const env = { LLM_BASE_URL: upstream.url, LLM_MODEL: "bench/clock", PORT: "0", LIMIT_FACTOR: "1000000" };
const looby = await startChildServer("src/server/main.ts", {
  // Without backups: the first one of a new database would fall into the first round.
  env: { ...env, DATA_DIR: dataDir, SAMPLE_DATA: "off", LOG_LEVEL: "warn", BACKUP_EVERY_HOURS: "0" },
});
const bare = await startChildServer("bench/relay/bare-server.ts", { env });
const rival = await startChildServer("bench/rivals/ai-sdk-server.ts", { env });
const rounds = new Map<Name, Round[]>();
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure("direct", `${upstream.url}/chat/completions`, null);
    await measure("bare relay", bare.url, bare.pid);
    await measure("Looby", `${looby.url}/api/chat`, looby.pid);
    await measure("AI SDK 7", `${rival.url}/api/chat`, rival.pid);
  }
} finally {
  await Promise.all([looby.stop(), bare.stop(), rival.stop(), upstream.close()]);
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = report() ? 0 : 1;

async function measure(name: Name, url: string, pid: number | null): Promise<void> {
  let before = 0;
  let used = 0;
  const delays = await listen({
    url,
    body: { text: "What time is it?" },
    streams: STREAMS,
    warmUpMs: WARM_UP_MS,
    measureMs: MEASURE_MS,
    onMeasure(isStart) {
      if (pid === null) return;
      if (isStart) before = processCpu(pid);
      else used = processCpu(pid) - before;
    },
  });
  upstream.endAnswers();
  const cpu = used === 0 ? null : (used / delays.tokens) * 1000;
  rounds.set(name, [...(rounds.get(name) ?? []), { ...delays, cpu }]);
}

function report(): boolean {
  const best = (name: Name, pick: (round: Round) => number | null) =>
    Math.min(...(rounds.get(name) ?? []).map((round) => pick(round) ?? Number.NaN));
  const direct = { p50: best("direct", ({ p50 }) => p50), p95: best("direct", ({ p95 }) => p95) };
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");
  console.log(`relay: ${STREAMS} streams x ${TOKENS_PER_SECOND} tokens/s, ${ROUNDS} rounds, best of each`);
  console.log(
    `machine: ${cpus().length} cores, load ${load} (a quiet one is needed for the delays to count)`,
  );
  console.log("             added p50   added p95   CPU ms per 1,000 tokens   tokens heard per s");
  console.log(`direct     ${column(direct.p50)} ms${column(direct.p95)} ms  (absolute)`);
  const results = (["bare relay", "Looby", "AI SDK 7"] as const).map((name) => {
    const added = {
      p50: best(name, ({ p50 }) => p50) - direct.p50,
      p95: best(name, ({ p95 }) => p95) - direct.p95,
      cpu: best(name, ({ cpu }) => cpu),
    };
    const received = Math.max(...(rounds.get(name) ?? []).map(({ tokens }) => tokens)) / (MEASURE_MS / 1000);
    console.log(
      `${name.padEnd(11)}${column(added.p50)} ms${column(added.p95)} ms${column(added.cpu)}${" ".repeat(16)}${received.toFixed(0).padStart(10)}`,
    );
    return added;
  });
  const [floor, ours, theirs] = results;
  if (floor === undefined || ours === undefined || theirs === undefined) return false;
  const [ofBare, ofRival] = [ours.cpu / floor.cpu, theirs.cpu / ours.cpu];
  const ratio = (key: "p50" | "p95") => (theirs[key] / ours[key]).toFixed(1);
  console.log(`AI SDK 7 / Looby: p50 ${ratio("p50")}, p95 ${ratio("p95")}, CPU ${ofRival.toFixed(2)}`);
  console.log(`Looby / bare relay: CPU ${ofBare.toFixed(2)}`);
  const isNearBare = ofBare <= GATES.bare;
  const isBelowRival = ofRival >= GATES.rival;
  if (!isNearBare) console.log(`GATE Looby / bare relay: CPU ${ofBare.toFixed(2)} > ${GATES.bare}`);
  if (!isBelowRival) console.log(`GATE AI SDK 7 / Looby: CPU ${ofRival.toFixed(2)} < ${GATES.rival}`);
  return isNearBare && isBelowRival;
}

function column(value: number): string {
  return value.toFixed(2).padStart(10);
}
