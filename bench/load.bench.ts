/**
 * A festival's evening: 500 reads per second, then 1,000 conversations with a language model at 20 tokens per second, 5,000 open event
 * streams and 200 durable writes per second, each delivered to its listeners. Then the server is killed. Nothing may fail or be lost. The
 * same run also measures a bare node:http server that answers the same number of reads with an empty object.
 *
 *   node bench/load.bench.ts
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import type { Result } from "./load/messages.ts";
import { readAll } from "./load/read-load.ts";
import { runLoad } from "./load/run-load.ts";
import { startQuietServer } from "./quiet-server.ts";

const READS = { perSecond: 500, seconds: 10 };

const bare = await measureBare();
const results = await runLoad(
  {
    reads: READS,
    chats: { streams: 1_000, tokensPerSecond: 20, tokens: 100 },
    live: { streams: 5_000 },
    writes: { perSecond: 200, seconds: 10 },
  },
  startQuietServer,
);
const gates = [
  timed("500 reads/s", results.reads, 50),
  timed("1,000 chats at 20 tokens/s, first token", results.chats, 150),
  counted("5,000 live streams", results.live),
  timed("200 durable writes/s, each heard", results.writes, null),
  counted("kept after the plug was pulled", results.durable),
];
print("500 reads/s of a bare node:http server", bare);
console.log(
  `load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(" ")}: the times count on a quiet machine only`,
);
if (!gates.every(Boolean)) process.exitCode = 1;

function timed(name: string, result: Result, mostP99: number | null): boolean {
  const isWhole = counted(name, result);
  if (mostP99 === null || (result.p99 ?? Number.NaN) <= mostP99) return isWhole;
  console.log(`  gate: p99 <= ${mostP99} ms MISSED`);
  return false;
}

function counted(name: string, result: Result): boolean {
  print(name, result);
  if (result.firstProblem !== null) console.log(`  first: ${result.firstProblem}`);
  return result.count > 0 && result.bad === 0 && result.lost === 0;
}

function print(name: string, { count, bad, lost, p50, p99 }: Result): void {
  const times = p50 === null || p99 === null ? "" : `, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  console.log(`${name}: ${count}, ${bad} bad, ${lost} lost${times}`);
}

/** Measures the generator's own share of the times, against the smallest possible server. */
async function measureBare(): Promise<Result> {
  const server = createServer((_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has an address
  const url = `http://127.0.0.1:${port}`;
  const result = await readAll({ kind: "reads", url, paths: ["/"], load: READS });
  server.closeAllConnections();
  server.close();
  return result;
}
