import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoobyServer } from "../../e2e/fixtures/server.ts";
import type { FromGenerator, Load, Phase, Result, ToGenerator } from "./messages.ts";

const GENERATOR = join(import.meta.dirname, "generator.ts");
/** The paths a page requests while its user browses. */
const PATHS = [
  "/api/settings",
  "/api/playaCamps",
  "/api/loobricates",
  "/api/listings?limit=20",
  "/api/listings?q=stove",
  "/api/companions",
];
/** Open files each side needs in addition to its streams. */
const OTHER_FILES = 1_000;

export interface LoadResults {
  reads: Result;
  chats: Result;
  live: Result;
  writes: Result;
  /** After the server was killed under load and started again. */
  durable: Result;
}

/**
 * Runs a server under load, kills it, starts it again and checks that all data is there.
 * @param start starts the server with these settings
 */
export async function runLoad(
  load: Load,
  start: (env: Record<string, string>) => Promise<LoobyServer>,
): Promise<LoadResults> {
  const generator = await startGenerator();
  try {
    return await runOn(await start(settings(generator.upstream)), generator, load);
  } finally {
    generator.stop();
  }
}

function settings(upstream: string): Record<string, string> {
  return {
    // Nothing is embedded during the run: in production another machine would do that, or it would happen at night.
    EMBEDDINGS_BASE_URL: "http://127.0.0.1:9",
    EMBEDDINGS_MODEL: "none",
    LLM_BASE_URL: upstream,
    LLM_MODEL: "bench/clock",
    LIMIT_FACTOR: "1000000", // model budgets too
    BACKUP_EVERY_HOURS: "0",
  };
}

async function runOn(server: LoobyServer, generator: Generator, load: Load): Promise<LoadResults> {
  const { url } = server;
  try {
    const reads = await generator.run({ kind: "reads", url, paths: PATHS, load: load.reads });
    const chats = await generator.run({ kind: "chats", url, load: load.chats });
    const live = await generator.run({ kind: "live", url, load: { streams: possible(load.live.streams) } });
    const writes = await generator.run({ kind: "writes", url, load: load.writes });
    await server.kill();
    await server.start({ SAMPLE_DATA: "off" });
    const durable = await generator.run({ kind: "durable", url });
    return { reads, chats, live, writes, durable };
  } finally {
    await server.dispose();
  }
}

type Generator = Awaited<ReturnType<typeof startGenerator>>;

/** At most as many streams as one process may have open files. */
function possible(streams: number): number {
  if (process.platform !== "linux") return streams;
  const limit = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.min(streams, Number(limit ?? 4096) - OTHER_FILES);
}

async function startGenerator() {
  const child = fork(GENERATOR, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const next = async (): Promise<FromGenerator> => {
    const [message] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => [{ failure: "the load generator ended" }]),
    ])) as [FromGenerator];
    return message;
  };
  const first = await next();
  if (!("ready" in first)) throw new Error("the load generator did not start");
  return {
    upstream: first.ready.upstream,
    async run(phase: Phase): Promise<Result> {
      const answer = next();
      child.send({ phase } satisfies ToGenerator);
      const message = await answer;
      if ("result" in message) return message.result;
      throw new Error(`${phase.kind}: ${"failure" in message ? message.failure : "no result"}`);
    },
    stop: () => void child.kill(),
  };
}
