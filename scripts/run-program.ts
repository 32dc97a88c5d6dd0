import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const TICKS_PER_SECOND = 100;

export interface Ended {
  isGood: boolean;
  /** Duration. */
  seconds: number;
  /** Seconds that cores worked for it, in all its processes. 0 where the system does not report them. */
  coreSeconds: number;
}

/** Runs a program to its end and shows its output as it arrives. @param env added to this process's environment */
export async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const started = Date.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return { ...(await endOf(child)), seconds: (Date.now() - started) / 1000 };
}

/** Runs a program and returns all its output at the end, for programs that run in parallel: their lines must not mix. */
export async function runBeside(program: string, args: string[]): Promise<Ended & { output: string }> {
  const started = Date.now();
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const end = await endOf(child);
  return { ...end, seconds: (Date.now() - started) / 1000, output };
}

/** Resolves when the process has ended and all its output is read. */
async function endOf(child: ChildProcess): Promise<Pick<Ended, "isGood" | "coreSeconds">> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let coreSeconds = 0;
  child.once("error", (error) => {
    console.error(String(error));
    resolve(false);
  });
  child.once("exit", () => (coreSeconds = coreSecondsSinceLastEnd()));
  child.once("close", (code) => resolve(code === 0));
  const isGood = await promise;
  return { isGood, coreSeconds };
}

let counted = 0;

/** Linux adds the work of a process and its children to its parent's account when it ends: `cutime` and `cstime` of proc(5). */
function coreSecondsSinceLastEnd(): number {
  let total = counted;
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    total = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    // Another system.
  }
  const since = total - counted;
  counted = total;
  return since;
}
