import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoobyServer } from "../../e2e/fixtures/server.ts";
import type { FromGenerator, Load, Phase, Result, ToGenerator } from "./messages.ts";

const GENERATOR = join(import.meta.dirname, "generator.ts");
/** What is read, as a page does that looks around. */
const PATHS = [
  "/api/settings",
  "/api/playaCamps",
  "/api/loobricates",
  "/api/listings?limit=20",
  "/api/listings?q=stove",
  "/api/companions",
];
/** Nothing of a model's budget is in the way: the model is a clock. */
const PLENTY = "1000000000";
/** Files each side needs besides its streams. */
const OTHER_FILES = 1_000;

export interface LoadResults {
  reads: Result;
  chats: Result;
  live: Result;
  writes: Result;
  /** After the server was killed in the middle of it all and started again. */
  kept: Result;
}

/**
 * Runs a server under load, kills it, starts it again and looks whether all is there.
 * @param start with these settings
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
    // What is written is not embedded meanwhile: that is another machine's work, or the night's.
    EMBEDDINGS_BASE_URL: "http://127.0.0.1:9",
    EMBEDDINGS_MODEL: "none",
    LLM_BASE_URL: upstream,
    LLM_MODEL: "bench/clock",
    LIMIT_FACTOR: "1000000",
    BACKUP_EVERY_HOURS: "0",
    ...Object.fromEntries(
      ["USER", "VISITOR", "TOTAL"].flatMap((who) => [
        [`LLM_${who}_RUNS`, PLENTY],
        [`LLM_${who}_CHARACTERS`, PLENTY],
      ]),
    ),
    LLM_ADDRESS_RUNS: PLENTY,
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
    const kept = await generator.run({ kind: "kept", url });
    return { reads, chats, live, writes, kept };
  } finally {
    await server.dispose();
  }
}

type Generator = Awaited<ReturnType<typeof startGenerator>>;

/** As many streams as one process may have files. */
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
