import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { load } from "./camps/load.ts";
import { type ChildServer, processCpu, startChildServer } from "./child-server.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * Serves the 1,500 camps of the sample festival, which Looby's server compresses once and sends with an ETag. The rival is a Hono server in
 * a similar process that serializes and compresses them for every request. 8 connections, rounds interleaved, medians count. Server and
 * load share the machine.
 *
 * Gates: Looby serves at least 20 times the gzip requests per second of the live gzip rival, and both send the same data.
 */
const PATH = "/api/playaCamps";
const CAMPS = 1500;
const CONNECTIONS = 8;
const SECONDS = 3;
const ROUNDS = 3;
const GATE = 20;
const GATED = "looby, gzip";
const RIVAL = "rival: c.json + compress()";

interface Target {
  url: string;
  pid: number;
}

interface Row extends Target {
  name: string;
  headers: Record<string, string>;
  /** Size of one body on the wire, in bytes. */
  bytes: number;
  status: number;
  /** `cpu`: milliseconds of the server's CPU time per request, the figure least affected by other work on the machine. */
  rounds: { perSecond: number; cpu: number; p50: number; p99: number }[];
}

const looby = await startQuietServer();
let rival: ChildServer | null = null;
try {
  rival = await startChildServer("bench/camps/live-gzip.ts", { args: [looby.url + PATH] });
  const ours = { url: looby.url + PATH, pid: looby.pid() ?? 0 };
  process.exitCode = (await compare(ours, { url: rival.url + PATH, pid: rival.pid })) ? 0 : 1;
} finally {
  await rival?.stop();
  await looby.dispose();
}

async function compare(ours: Target, theirs: Target): Promise<boolean> {
  const { headers, body } = await fetchRaw(ours.url, {});
  const camps = body.toString();
  const count = (JSON.parse(camps) as unknown[]).length; // the contract's array
  if (count !== CAMPS) throw new Error(`${count} camps instead of ${CAMPS}`);
  const describe = (name: string, target: Target, sent: Record<string, string>, status = 200) =>
    prepareRow({ ...target, name, headers: sent, status }, camps);
  const cookie = await visitorCookie(new URL("/api/account/session", ours.url));
  const gzip = { "accept-encoding": "gzip" };
  const cached = { ...gzip, "if-none-match": headers.etag ?? "" };
  const rows = [
    await describe("looby, brotli", ours, { "accept-encoding": "br" }),
    await describe(GATED, ours, gzip),
    await describe("looby, gzip, a visitor's cookie", ours, { ...gzip, cookie }),
    await describe("looby, as it is", ours, {}),
    await describe("looby, 304 for a known ETag", ours, cached, 304),
    await describe(RIVAL, theirs, gzip),
    await describe("rival: c.json alone", theirs, {}),
  ];
  for (const row of rows) await fire(row, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) row.rounds.push(await fire(row, SECONDS));
  }
  return report(rows);
}

async function fire({ url, pid, headers, status }: Row, seconds: number): Promise<Row["rounds"][number]> {
  const before = processCpu(pid);
  const { perSecond, latencies, statuses } = await load(url, { connections: CONNECTIONS, seconds, headers });
  const cpu = (processCpu(pid) - before) / latencies.length;
  if (statuses.size !== 1 || !statuses.has(status))
    throw new Error(`${url}: expected ${status}, got ${[...statuses.keys()].join(", ")}`);
  const p50 = latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN;
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  return { perSecond, cpu, p50, p99 };
}

/** Sends one request to measure the transferred size, and to check that the response equals that of all others (or is a 304). */
async function prepareRow(row: Omit<Row, "bytes" | "rounds">, camps: string): Promise<Row> {
  const { status, body, headers } = await fetchRaw(row.url, row.headers);
  if (status !== row.status) throw new Error(`${row.name}: ${status} instead of ${row.status}`);
  if (status === 200 && decode(body, headers["content-encoding"]) !== camps)
    throw new Error(`${row.name}: other camps`);
  return { ...row, bytes: body.byteLength, rounds: [] };
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "gzip") return gunzipSync(body).toString();
  return body.toString();
}

/** Without the decoding and the headers that `fetch` adds. */
async function fetchRaw(url: string, headers: Record<string, string>) {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage]; // the value of the event
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

/** The cookie a browser sends with every call after its first. */
async function visitorCookie(url: URL): Promise<string> {
  const cookies = (await fetch(url)).headers.getSetCookie();
  if (cookies.length === 0) throw new Error(`${url} opened no session`);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

function report(rows: readonly Row[]): boolean {
  const rival = rows.find(({ name }) => name === RIVAL);
  const gated = rows.find(({ name }) => name === GATED);
  if (rival === undefined || gated === undefined) throw new Error("a row to compare is missing");
  console.log(`${CAMPS} camps, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s\n`);
  console.log(
    "                                    bytes   requests/s   x rival   p50 ms   p99 ms   CPU ms   rival x",
  );
  for (const row of rows) {
    console.log(
      row.name.padEnd(32),
      String(row.bytes).padStart(8),
      median(row, "perSecond").toFixed(0).padStart(12),
      (median(row, "perSecond") / median(rival, "perSecond")).toFixed(1).padStart(9),
      median(row, "p50").toFixed(1).padStart(8),
      median(row, "p99").toFixed(1).padStart(8),
      median(row, "cpu").toFixed(2).padStart(8),
      (median(rival, "cpu") / median(row, "cpu")).toFixed(1).padStart(9),
    );
  }
  const ratio = median(gated, "perSecond") / median(rival, "perSecond");
  console.log(`\nrequests/s, ${GATED} / ${RIVAL}: ${ratio.toFixed(1)} (gate: at least ${GATE})`);
  console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
  return ratio >= GATE;
}

function median(row: Row, of: keyof Row["rounds"][number]): number {
  const sorted = row.rounds.map((round) => round[of]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
