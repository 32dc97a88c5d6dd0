/**
 * Runs a command with a temporary Postgres server:
 *
 *   node scripts/start-test-postgres.ts vitest run src/server
 *
 * Sets TEST_DATABASE_URL for the command. Without a command the server runs until Ctrl+C. On a machine without PostgreSQL it prints a note
 * and exits successfully: these tests are optional.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";

export interface TestPostgres extends Disposable {
  url: string;
  /** From "postgres --version". */
  version: string;
  /** Stops it like a power cut and starts it again; resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Stops it like a power cut. */
  halt(): Promise<void>;
  /** Starts it after `halt`; resolves when it accepts connections. */
  resume(): Promise<void>;
}

/** Oldest PostgreSQL that Looby supports. */
const oldestMajor = 15;

/**
 * Starts a server in a temporary folder on a free local port, or returns null when no PostgreSQL from version 15 on is installed. Postgres
 * refuses to run as root, so for root it runs as an unprivileged user.
 */
export async function startTestPostgres(): Promise<TestPostgres | null> {
  const bin = findPostgres();
  if (bin === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "looby-postgres-"));
  const data = join(folder, "data");
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  // pg_ctl's child must not inherit a pipe, which would stay open for as long as the server runs.
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], ...user });
  const stop = () => {
    spawnSync(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "-w", "stop"], { cwd: folder, ...user });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run("initdb", [
      "-D",
      data,
      "-U",
      "looby",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    ]);
    const port = await freePort();
    const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c max_connections=200`;
    run("pg_ctl", ["-D", data, "-l", join(folder, "log"), "-w", "-o", settings, "start"]);
    const version = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).trim();
    const pgCtl = async (command: string, ...options: string[]) => {
      const args = ["-D", data, "-m", "immediate", "-w", ...options, command];
      const child = spawn(join(bin, "pg_ctl"), args, { cwd: folder, stdio: "ignore", ...user });
      const [code] = (await once(child, "exit")) as [number | null]; // null when a signal ended it
      if (code !== 0) throw new Error(`pg_ctl ${command} ended with ${code}`);
    };
    const started = ["-l", join(folder, "log"), "-o", settings];
    return {
      url: `postgres://looby@127.0.0.1:${port}/postgres`,
      version,
      restart: () => pgCtl("restart", ...started),
      halt: () => pgCtl("stop"),
      resume: () => pgCtl("start", ...started),
      [Symbol.dispose]: stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The folder of the oldest supported PostgreSQL, because features missing in old versions show up there. */
function findPostgres(): string | null {
  const debian = "/usr/lib/postgresql";
  const folders = existsSync(debian) ? readdirSync(debian).map((major) => join(debian, major, "bin")) : [];
  const usable = [...folders, ...(process.env["PATH"] ?? "").split(delimiter)]
    .filter((folder) =>
      ["initdb", "pg_ctl", "postgres"].every((program) => existsSync(join(folder, program))),
    )
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= oldestMajor)
    .toSorted((a, b) => a.major - b.major);
  return usable[0]?.folder ?? null;
}

function majorOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\d+/.exec(stdout)?.[0] ?? 0);
}

function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function runAgainstTestPostgres(command: string | undefined, args: string[]): Promise<number> {
  using postgres = await startTestPostgres();
  if (!postgres) {
    console.log(`Skipped: no PostgreSQL from version ${oldestMajor} is installed on this machine.`);
    return 0;
  }
  console.log(`${postgres.version} at ${postgres.url}`);
  // With handlers for these signals, the server is stopped before this process ends.
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  if (command === undefined) {
    await stopped;
    return 0;
  }
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
  });
  void stopped.then(() => child.kill());
  const [code] = (await once(child, "exit")) as [number | null]; // null when a signal ended it
  return code ?? 1;
}

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  process.exit(await runAgainstTestPostgres(command, args));
}
