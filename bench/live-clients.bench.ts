/**
 * Many pages listening at once: how long an event takes to reach all of them, and the server memory each one costs, compared with a bare
 * node:http server that keeps the same connections and writes the same bytes to each.
 *
 *   node bench/live-clients.bench.ts [clients=5000]
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startChildServer } from "./child-server.ts";

const clients = Number(process.argv[2] ?? 5_000);
const ROUNDS = 20;
const PAUSE_MS = 400;

interface Figures {
  p50: number;
  p99: number;
  kilobytes: number;
}

const ours = await measure("bench/live-clients/looby.ts");
const bare = await measure("bench/live-clients/bare.ts");
console.log(`${clients} clients, ${ROUNDS} events to all of them`);
print("Looby", ours);
print("bare node:http", bare);
const passes = ours.p99 <= 250 && ours.kilobytes <= 30;
console.log(`gate: p99 <= 250 ms and <= 30 kB a client: ${passes ? "kept" : "MISSED"}`);
if (!passes) process.exitCode = 1;

function print(name: string, { p50, p99, kilobytes }: Figures): void {
  console.log(
    `${name}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${kilobytes.toFixed(1)} kB a client`,
  );
}

async function measure(file: string): Promise<Figures> {
  const server = await startChildServer(file);
  const { hostname, port } = new URL(server.url);
  const before = await liveBytes(server.url);
  const delays: number[] = [];
  const sockets: Socket[] = [];
  for (let opened = 0; opened < clients; opened += 1) {
    sockets.push(await open(hostname, Number(port), delays));
    if (opened % 100 === 99) await sleep(5);
  }
  await sleep(2_000);
  const kilobytes = ((await liveBytes(server.url)) - before) / 1024 / clients;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await fetch(`${server.url}/publish`, { method: "POST" });
    await answer.text();
    await sleep(PAUSE_MS);
  }
  for (let waited = 0; delays.length < clients * ROUNDS && waited < 60; waited += 1) await sleep(500);
  for (const socket of sockets) socket.destroy();
  await server.stop();
  if (delays.length < clients * ROUNDS)
    console.log(`${file}: only ${delays.length} of ${clients * ROUNDS} frames arrived`);
  delays.sort((a, b) => a - b);
  const at = (part: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), kilobytes };
}

/** Every frame carries its time of publication in milliseconds since the epoch; both processes use the same clock. */
function open(host: string, port: number, delays: number[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () =>
      socket.write(`GET /api/events HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`),
    );
    let isOpen = false;
    socket.on("data", (chunk) => {
      if (!isOpen) {
        isOpen = true;
        resolve(socket);
      }
      for (const [, at] of chunk.toString().matchAll(/"at":(\d+\.?\d*)/g))
        delays.push(Date.now() - Number(at));
    });
    socket.on("error", reject);
  });
}

async function liveBytes(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/memory`)).text());
}
